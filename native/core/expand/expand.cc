// Adds derived features to examples. Twin: packages/fallback/src/expand/expand.ts
#include "expand.h"

#include <cmath>

#include "crosses.h"
#include "keep.h"
#include "keys.h"
#include "note.h"

namespace ol::expand {
namespace {

// Levels of bins: 2^3 and 2^5 parts of the range of a feature; those of crosses: 2^2 and 2^4.
constexpr uint32_t kBinLevels[] = {3, 5};
constexpr uint32_t kCoarse = 2;
constexpr uint32_t kFine = 4;
// A share of a hat that is not worth a feature.
constexpr double kLeast = 1e-6;

struct Work {
  Row row;
  Crosses crosses;
  uint32_t coarseKeys[kTokens], fineKeys[kTokens];
};

// Where the next feature goes.
struct Writer {
  uint32_t* features;
  double* amounts;
  size_t n;

  void add(uint32_t feature, double amount) {
    features[n] = feature;
    amounts[n++] = amount;
  }
};

// Hats over the ranks of a feature: at each level the two nearest, by how near they are.
void addBins(uint32_t of, int32_t rank, Writer& out) {
  for (const uint32_t level : kBinLevels) {
    const double p = ((rank + 0.5) * static_cast<double>(1 << level)) / (kBounds + 1);
    const double part = std::floor(p);
    const double share = p - part;
    const uint32_t at = static_cast<uint32_t>(part);
    out.add(binKey(of, level, at), 1 - share);
    if (share > kLeast) out.add(binKey(of, level, at + 1), share);
  }
}

// Fills the keys of the tokens at both levels.
void nameTokens(Work& w) {
  const Row& row = w.row;
  for (size_t a = 0; a < row.tokens; a++) {
    const uint32_t of = row.tokenRows[a];
    if (row.ranks[a] < 0) {
      w.coarseKeys[a] = w.fineKeys[a] = tokenKey(of, 0, 0);
    } else {
      const uint32_t rank = static_cast<uint32_t>(row.ranks[a]);
      w.coarseKeys[a] = tokenKey(of, kCoarse, (rank << kCoarse) >> 8);
      w.fineKeys[a] = tokenKey(of, kFine, (rank << kFine) >> 8);
    }
  }
}

// Whether there is room for what the example adds to sketches: a level each.
bool hasRoom(const State& s, const Row& row) {
  return static_cast<size_t>(s.scalars[kSketches]) + row.sketched <= s.sketches.room &&
         static_cast<size_t>(s.scalars[kLists]) + row.sketched <= s.sketches.lists;
}

bool derive(const DerivationPlan& plan, const State& s, const Batch& batch, const DerivedBatch& out, size_t e,
            Work& w) {
  const Row& row = w.row;
  Crosses& crosses = w.crosses;
  const size_t tokens = row.tokens;
  const size_t base = batch.offsets[e + 1] - batch.offsets[e];
  crosses.place(s, row.tokenColumns, tokens);
  if (plan.depth >= kPairs) crosses.findPairs(s.chosen);
  if (plan.depth >= kTriples) crosses.findTriples(s.chosen);
  crosses.release();
  const std::vector<uint32_t>&pairs = crosses.pairs, &triples = crosses.triples;
  const size_t needed = base + 4 * tokens + 2 * (pairs.size() / 2 + triples.size() / 3);
  const size_t at = out.tokenOffsets[e];
  Writer to{out.features, out.amounts, out.starts[e]};
  if (to.n + needed > out.featureRoom || at + tokens > out.tokenRoom) return false;
  for (size_t i = batch.offsets[e]; i < batch.offsets[e + 1]; i++) to.add(batch.indices[i], batch.values[i]);
  out.derived[e] = static_cast<uint32_t>(to.n);
  for (size_t a = 0; a < tokens; a++)
    if (row.ranks[a] >= 0) addBins(row.tokenRows[a], row.ranks[a], to);
  out.binsEnd[e] = static_cast<uint32_t>(to.n);
  nameTokens(w);
  const uint32_t *coarse = w.coarseKeys, *fine = w.fineKeys;
  for (size_t i = 0; i < pairs.size(); i += 2) {
    const uint32_t a = pairs[i], b = pairs[i + 1];
    to.add(pairKey(coarse[a], coarse[b]), 1);
    if (row.ranks[a] >= 0 || row.ranks[b] >= 0) to.add(pairKey(fine[a], fine[b]), 1);
  }
  out.pairsEnd[e] = static_cast<uint32_t>(to.n);
  for (size_t i = 0; i < triples.size(); i += 3) {
    const uint32_t a = triples[i], b = triples[i + 1], c = triples[i + 2];
    to.add(tripleKey(coarse[a], coarse[b], coarse[c]), 1);
    if (row.ranks[a] >= 0 || row.ranks[b] >= 0 || row.ranks[c] >= 0) to.add(tripleKey(fine[a], fine[b], fine[c]), 1);
  }
  out.starts[e + 1] = static_cast<uint32_t>(to.n);
  for (size_t a = 0; a < tokens; a++) {
    out.tokenColumns[at + a] = row.tokenColumns[a];
    out.tokenKeys[at + a] = coarse[a];
  }
  out.tokenOffsets[e + 1] = static_cast<uint32_t>(at + tokens);
  return true;
}

}  // namespace

size_t expand(const DerivationPlan& plan, State& s, const Batch& batch, const DerivedBatch& out, size_t from) {
  static thread_local Work w;
  size_t next = namedBefore(plan.named, batch.offsets[from]);
  for (size_t e = from; e < batch.size; e++) {
    next = noteColumns(plan.named, s, batch, e, next);
    w.row.collect(s, batch, e, plan.constant);
    w.row.tokenize(s);
    const bool labelled = batch.labels[e] == batch.labels[e];
    const bool learned = plan.keep && labelled && (batch.weights == nullptr || batch.weights[e] > 0);
    const bool done = (!learned || hasRoom(s, w.row)) && derive(plan, s, batch, out, e, w);
    if (done && learned) keepRow(s, w.row);
    w.row.release();
    if (!done) return e;
  }
  return batch.size;
}

}  // namespace ol::expand

// Adds derived features to examples. Twin: packages/fallback/src/expand/expand.ts
#include "expand.h"

#include "crosses.h"
#include "keep.h"
#include "keys.h"
#include "note.h"

namespace ol::expand {
namespace {

// Levels of bins: 2^3 and 2^5 parts of the range of a feature. Levels of crosses: 2^2 and 2^4.
constexpr uint32_t kBinLevels[] = {3, 5};
constexpr uint32_t kCoarse = 2;
constexpr uint32_t kFine = 4;

// The place of a rank between two parts of a level, and the parts' contributions to keys.
struct Place {
  uint32_t lower, upper;
  double share;
};

// By level of bins, then rank; by rank: its parts for crosses.
struct Places {
  Place bins[2][kBounds + 1];
  uint32_t coarse[kBounds + 1], fine[kBounds + 1];
};

constexpr Places placesOfRanks() {
  Places all{};
  for (uint32_t rank = 0; rank <= kBounds; rank++) {
    for (size_t i = 0; i < 2; i++) {
      const uint32_t level = kBinLevels[i];
      const double p = ((rank + 0.5) * static_cast<double>(1 << level)) / (kBounds + 1);
      const uint32_t part = static_cast<uint32_t>(p);
      all.bins[i][rank] = {partKey(level, part), partKey(level, part + 1), p - part};
    }
    all.coarse[rank] = partKey(kCoarse, (rank << kCoarse) >> 8);
    all.fine[rank] = partKey(kFine, (rank << kFine) >> 8);
  }
  return all;
}

constexpr Places kPlaces = placesOfRanks();

// Scratch storage.
struct Work {
  Row row;
  Crosses crosses;
  uint32_t coarseKeys[kTokens], fineKeys[kTokens];
};

// The scratch storage of the thread. A call gets it once, through a function that is not inlined: compilers that
// see a thread_local look it up at every use.
[[gnu::noinline]] Work& work() {
  static thread_local Work own;
  return own;
}

// The place of the next feature.
struct Writer {
  uint32_t* features;
  double* amounts;
  size_t n;

  void add(uint32_t feature, double amount) {
    features[n] = feature;
    amounts[n++] = amount;
  }
};

// Hat functions over the ranks of a feature: at each level the two nearest, weighted by distance. A rank is always
// between two hats.
void addBins(uint32_t of, int32_t rank, Writer& out) {
  for (const auto& level : kPlaces.bins) {
    const Place& at = level[rank];
    out.add(binKey(of, at.lower), 1 - at.share);
    out.add(binKey(of, at.upper), at.share);
  }
}

// Fills the keys of the tokens at both levels.
void nameTokens(Work& w) {
  const Row& row = w.row;
  for (size_t a = 0; a < row.tokens; a++) {
    const uint32_t of = row.tokenRows[a];
    if (row.ranks[a] < 0) {
      w.coarseKeys[a] = w.fineKeys[a] = tokenKey(of, partKey(0, 0));
    } else {
      w.coarseKeys[a] = tokenKey(of, kPlaces.coarse[row.ranks[a]]);
      w.fineKeys[a] = tokenKey(of, kPlaces.fine[row.ranks[a]]);
    }
  }
}

// Returns whether the example's additions to sketches fit: one level for each sketch.
bool hasCapacity(const State& s, const Row& row) {
  return static_cast<size_t>(s.scalars[kSketches]) + row.sketched <= s.sketches.capacity &&
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
  const size_t needed = base + 4 * tokens + 2 * (crosses.pairs.size() + crosses.triples.size());
  const size_t at = out.tokenOffsets[e];
  Writer to{out.features, out.amounts, out.starts[e]};
  if (to.n + needed > out.featureCapacity || at + tokens > out.tokenCapacity) return false;
  for (size_t i = batch.offsets[e]; i < batch.offsets[e + 1]; i++) to.add(batch.indices[i], batch.values[i]);
  out.derived[e] = static_cast<uint32_t>(to.n);
  for (size_t a = 0; a < tokens; a++)
    if (row.ranks[a] >= 0) addBins(row.tokenRows[a], row.ranks[a], to);
  out.binsEnd[e] = static_cast<uint32_t>(to.n);
  nameTokens(w);
  const uint32_t *coarse = w.coarseKeys, *fine = w.fineKeys;
  for (const auto [a, b] : crosses.pairs) {
    to.add(pairKey(coarse[a], coarse[b]), 1);
    if (row.ranks[a] >= 0 || row.ranks[b] >= 0) to.add(pairKey(fine[a], fine[b]), 1);
  }
  out.pairsEnd[e] = static_cast<uint32_t>(to.n);
  for (const auto [a, b, c] : crosses.triples) {
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
  Work& w = work();
  size_t next = namedBefore(plan.named, batch.offsets[from]);
  for (size_t e = from; e < batch.size; e++) {
    next = noteColumns(plan.named, s, batch, e, next);
    w.row.collect(s, batch, e, plan.constant);
    w.row.tokenize(s);
    const bool labelled = batch.labels[e] == batch.labels[e];
    const bool learned = plan.keep && labelled && (batch.weights == nullptr || batch.weights[e] > 0);
    const bool done = (!learned || hasCapacity(s, w.row)) && derive(plan, s, batch, out, e, w);
    if (done && learned) keepRow(s, w.row);
    w.row.release();
    if (!done) return e;
  }
  return batch.size;
}

}  // namespace ol::expand

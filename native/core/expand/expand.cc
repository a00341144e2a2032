// Adds derived features to examples. Twin: packages/fallback/src/expand/expand.ts
#include "expand.h"

#include "crosses.h"
#include "keep.h"
#include "keys.h"
#include "note.h"

namespace ol::expand {
namespace {

// Levels of bins: 2^3 and 2^5 parts of the range of a feature.
constexpr uint32_t kBinLevels[] = {3, 5};

// The place of a rank between two parts of a level: the lower one, counted over all levels, and the share of the upper.
struct Place {
  uint32_t lower;
  double share;
};

// By level of bins, then rank.
struct Places {
  Place bins[2][kBounds + 1];
};

constexpr Places placesOfRanks() {
  Places all{};
  uint32_t before = 0;
  for (size_t i = 0; i < 2; i++) {
    const uint32_t parts = 1 << kBinLevels[i];
    for (uint32_t rank = 0; rank <= kBounds; rank++) {
      const double p = ((rank + 0.5) * static_cast<double>(parts)) / (kBounds + 1);
      const uint32_t part = static_cast<uint32_t>(p);
      all.bins[i][rank] = {before + part, p - part};
    }
    before += parts + 1;
  }
  return all;
}

constexpr Places kPlaces = placesOfRanks();

// Scratch storage.
struct Work {
  Row row;
  Crosses crosses;
  uint32_t tokenKeys[kTokens];
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
  const uint32_t first = binKey(of);
  for (const auto& level : kPlaces.bins) {
    const Place& at = level[rank];
    out.add(first + at.lower, 1 - at.share);
    out.add(first + at.lower + 1, at.share);
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
  uint32_t* keys = w.tokenKeys;
  for (size_t a = 0; a < tokens; a++) keys[a] = tokenKey(row.tokenRows[a], row.ranks[a]);
  for (const auto [a, b] : crosses.pairs) {
    const CrossKeys of = pairKeys(keys[a], keys[b]);
    to.add(of.coarse, 1);
    if (row.ranks[a] >= 0 || row.ranks[b] >= 0) to.add(of.fine, 1);
  }
  out.pairsEnd[e] = static_cast<uint32_t>(to.n);
  for (const auto [a, b, c] : crosses.triples) {
    const CrossKeys of = tripleKeys(keys[a], keys[b], keys[c]);
    to.add(of.coarse, 1);
    if (row.ranks[a] >= 0 || row.ranks[b] >= 0 || row.ranks[c] >= 0) to.add(of.fine, 1);
  }
  out.starts[e + 1] = static_cast<uint32_t>(to.n);
  for (size_t a = 0; a < tokens; a++) {
    out.tokenColumns[at + a] = row.tokenColumns[a];
    out.tokenKeys[at + a] = keys[a];
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

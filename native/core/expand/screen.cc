// Collects evidence for pairs and triples of columns from the residuals of predictions. Twin:
// packages/fallback/src/expand/screen.ts
#include <algorithm>
#include <cmath>
#include <vector>

#include "crosses.h"
#include "expand.h"
#include "places.h"

namespace ol::expand {
namespace {

// About this many candidates are evaluated in an example.
constexpr double kLooked = 128;

// A pair or a triple of an example.
struct Candidate {
  Columns columns;
  uint32_t hash, key;
};

struct Screening {
  State& s;
  const Residuals& residuals;
  const uint32_t *columns, *keys;
  size_t e;
  // the number of candidates, and of examples, that each evaluated one represents
  double step, every;
};

// A candidate with its columns in order, the third of a pair being 0.
Candidate candidateOf(uint32_t a, uint32_t b, uint32_t c, uint32_t key) {
  const uint32_t low = std::min(a, b), high = std::max(a, b);
  const uint32_t lowest = std::min(low, c), highest = std::max(high, c);
  const Columns columns = c == 0 ? Columns{low, high, 0} : Columns{lowest, a ^ b ^ c ^ lowest ^ highest, highest};
  return {columns, columns.hash(), key};
}

bool isChosen(const Chosen& chosen, const Candidate& of) {
  return chosen.tripleColumns[3 * crossPlace(chosen.tripleColumns, chosen.places, of.columns, of.hash)] != 0;
}

// The cell of a class: a candidate has one for each, one after another.
size_t cellOf(uint32_t key, size_t classes, size_t k) {
  return (key * static_cast<uint32_t>(classes) + static_cast<uint32_t>(k)) & (kCells - 1);
}

// Adds a candidate to the list, and prefetches its evidence.
void list(const Screening& on, const Candidate& of, Candidate*& out) {
  const State& s = on.s;
  const size_t classes = on.residuals.classes;
  const size_t place = of.hash & (kCandidates - 1);
  __builtin_prefetch(s.evidence.columns + 3 * place, 1);
  __builtin_prefetch(s.evidence.sums + 3 * place, 1);
  __builtin_prefetch(s.evidence.cells + 2 * cellOf(of.key, classes, 0), 1);
  *out++ = of;
}

// The place of a candidate; -1 if there is no space for another.
int64_t find(State& s, const Candidate& of) {
  uint32_t* all = s.evidence.columns;
  const size_t place = crossPlace(all, kCandidates, of.columns, of.hash);
  if (all[3 * place] != 0) return static_cast<int64_t>(place);
  if (s.scalars[kCandidateCount] >= static_cast<double>(kMostCandidates)) return -1;
  s.scalars[kCandidateCount]++;
  all[3 * place] = of.columns.low;
  all[3 * place + 1] = of.columns.middle;
  all[3 * place + 2] = of.columns.high;
  return static_cast<int64_t>(place);
}

// Adds the residuals of an example to a cell of a candidate.
void add(const Screening& on, const Candidate& of) {
  const int64_t place = find(on.s, of);
  if (place < 0) return;
  const size_t classes = on.residuals.classes;
  const double* gradients = on.residuals.gradients + on.e * classes;
  const double* curvatures = on.residuals.curvatures + on.e * classes;
  double gained = 0, fresh = 0;
  for (size_t k = 0; k < classes; k++) {
    float* cell = on.s.evidence.cells + 2 * cellOf(of.key, classes, k);
    const double g = cell[0], h = cell[1];
    if (h == 0) fresh++;
    else gained -= (g * g) / h;
    cell[0] = static_cast<float>(g + gradients[k]);
    cell[1] = static_cast<float>(h + curvatures[k]);
    const double moved = cell[0], curved = cell[1];
    if (curved > 0) gained += (moved * moved) / curved;
  }
  double* sums = on.s.evidence.sums + 3 * place;
  sums[0] += gained;
  sums[1] += fresh;
  sums[2] += on.step * on.every;
}

void listPairs(const Screening& on, const Crosses& crosses, size_t& i, Candidate*& out) {
  const size_t n = crosses.tokens, step = static_cast<size_t>(on.step);
  size_t before = 0;
  for (size_t a = 0; a < n; before += n - 1 - a, a++)
    for (; i < before + n - 1 - a; i += step) {
      const size_t b = a + 1 + (i - before);
      if (on.columns[a] == on.columns[b] || crosses.chosen[a * kTokens + b] != 0) continue;
      list(on, candidateOf(on.columns[a], on.columns[b], 0, pairKeys(on.keys[a], on.keys[b]).coarse), out);
    }
}

void listTriples(const Screening& on, const Crosses& crosses, size_t i, Candidate*& out) {
  const size_t n = crosses.tokens, step = static_cast<size_t>(on.step), end = crosses.pairs.size();
  const uint32_t *columns = on.columns, *keys = on.keys;
  // i = pair * n + c, kept in parts: a division for each candidate would take longer than the rest of the loop
  const size_t stepPairs = step / n, stepTokens = step % n;
  size_t pair = i / n, c = i % n;
  const auto advance = [&] {
    pair += stepPairs;
    c += stepTokens;
    if (c < n) return;
    c -= n;
    pair++;
  };
  for (; pair < end; advance()) {
    const auto [a, b] = crosses.pairs[pair];
    if (columns[c] == columns[a] || columns[c] == columns[b]) continue;
    // once for each triple: from the first of its pairs
    if (c < b && (crosses.chosen[a * kTokens + c] != 0 || (c < a && crosses.chosen[c * kTokens + b] != 0))) continue;
    const uint32_t key = tripleKeys(keys[a], keys[b], keys[c]).coarse;
    const Candidate of = candidateOf(columns[a], columns[b], columns[c], key);
    if (!isChosen(on.s.chosen, of)) list(on, of, out);
  }
}

// Scratch storage.
struct Work {
  Crosses crosses;
  std::vector<Candidate> candidates;
};

// The scratch storage of the thread. A call gets it once, through a function that is not inlined: compilers that
// see a thread_local look it up at every use.
[[gnu::noinline]] Work& work() {
  static thread_local Work own;
  return own;
}

// Whether an example, by its number from 1, is the one of its block that is screened.
bool isScreened(double t, double every) {
  const double block = std::floor((t - 1) / every);
  // the random numbers of blocks modulo 2^32, as bit operations in TypeScript give them
  const uint32_t lot = mixed(static_cast<uint32_t>(static_cast<uint64_t>(block)));
  return t - 1 - block * every == lot % static_cast<uint32_t>(every);
}

// Adds the residuals of an example to the candidates that its random number selects.
void screenRow(int depth, State& s, const DerivedBatch& out, const Residuals& residuals, size_t e, Work& work) {
  Crosses& crosses = work.crosses;
  const double t = ++s.scalars[kScreened], every = std::max(1.0, s.scalars[kScreenEvery]);
  if (!isScreened(t, every)) return;
  const size_t from = out.tokenOffsets[e], n = out.tokenOffsets[e + 1] - from;
  if (n < 2) return;
  crosses.place(s, out.tokenColumns + from, n);
  crosses.findPairs(s.chosen);
  crosses.mark(1);
  const size_t ofPairs = n * (n - 1) / 2, triples = depth >= kTriples ? crosses.pairs.size() : 0;
  const double whole = static_cast<double>(ofPairs) + static_cast<double>(triples * (n - 2)) / 2;
  const double step = std::max(1.0, std::ceil(whole / kLooked));
  const Screening on{s, residuals, out.tokenColumns + from, out.tokenKeys + from, e, step, every};
  const size_t most = (ofPairs + triples * n) / static_cast<size_t>(step) + 2;
  if (work.candidates.size() < most) work.candidates.resize(most);
  Candidate* const begin = work.candidates.data();
  Candidate* end = begin;
  // the random numbers of examples modulo 2^32, as bit operations in TypeScript give them
  size_t i = mixed(static_cast<uint32_t>(static_cast<uint64_t>(t))) % static_cast<size_t>(step);
  listPairs(on, crosses, i, end);
  if (triples > 0) listTriples(on, crosses, i - ofPairs, end);
  for (const Candidate* candidate = begin; candidate < end; candidate++) add(on, *candidate);
  crosses.mark(0);
  crosses.release();
}

}  // namespace

void screen(int depth, State& s, const DerivedBatch& out, const Residuals& residuals) {
  if (depth < kPairs) return;
  Work& own = work();
  for (size_t e = 0; e < residuals.size; e++)
    if (residuals.learned[e] != 0) screenRow(depth, s, out, residuals, e, own);
}

}  // namespace ol::expand

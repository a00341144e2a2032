#include "cross.h"

#include <algorithm>
#include <cstring>

#include "../hash/upper.h"
#include "products.h"

namespace ol {
namespace {

// The most features of an example, once its n-grams and interactions are made.
constexpr size_t kMaxExampleFeatures = 16777216;

// The state of an example.
enum class Done { all, outside, tooMany, full };

class Crossing {
 public:
  Crossing(const CrossPlan& plan, const CrossTokens& tokens, const Crossed& out)
      : plan_(plan),
        tokens_(tokens),
        out_(out),
        loops_(productLoops(tier())),
        combinations_(plan.interactions, plan.permutations) {
    for (size_t i = 0; i < plan.named.count; i++) named_.emplace_back(plan.named.begin(i), plan.named.end(i));
  }

  size_t run(size_t first, size_t until) {
    out_.starts[0] = 0;
    size_t e = first;
    for (; e < until && n_ < kCrossPiece; e++) {
      first_ = n_;
      stopped_ = Done::all;
      outside_ = false;
      example(e);
      if (stopped_ == Done::full) return e;
      const CrossFault fault = stopped_ == Done::tooMany ? kCrossFeatures : outside_ ? kCrossValue : kCrossNone;
      if (fault != kCrossNone) n_ = first_;
      out_.faults[e - first] = fault;
      out_.starts[e - first + 1] = static_cast<uint32_t>(n_);
    }
    return e;
  }

 private:
  // Whether further features of the example fit; otherwise the example ends here.
  bool reserve(size_t more) {
    if (stopped_ != Done::all) return false;
    if (more > kMaxExampleFeatures || n_ + more - first_ > kMaxExampleFeatures) stopped_ = Done::tooMany;
    else if (n_ + more > out_.capacity) stopped_ = Done::full;
    return stopped_ == Done::all;
  }

  void example(size_t e) {
    const size_t start = e == 0 ? 0 : tokens_.spaceEnds[e - 1], end = tokens_.spaceEnds[e];
    findSpaces(start, end);
    for (size_t i = 0; i < plan_.columnCount; i++) from_[plan_.columns[i]] = to_[plan_.columns[i]] = 0;
    for (const uint8_t byte : spaces_) {
      from_[byte] = n_;
      addSpace(byte, tokens_.offsets[e], start, end);
      const size_t to = to_[byte] = n_;
      const size_t longest = std::min<size_t>(plan_.grams[byte], to - from_[byte]);
      for (size_t more = 1; more < longest && stopped_ == Done::all; more++)
        addGrams(from_[byte], to, more, plan_.skips[byte]);
      to_[byte] = n_;
      if (plan_.groups) std::memset(out_.groups + from_[byte], byte, n_ - from_[byte]);
    }
    const size_t spaced = n_;
    if (plan_.constant) copy(tokens_.offsets[e + 1] - 1, 1);
    if (plan_.interactions.count > 0)
      for (const Spaces& combination : combinations_.of(spaces_)) crossAll(combination);
    for (const Spaces& combination : named_) crossAll(combination);
    if (plan_.groups) std::memset(out_.groups + spaced, 0, n_ - spaced);
  }

  // The namespaces of the runs start .. end, in the order in which they first appear.
  void findSpaces(size_t start, size_t end) {
    bool seen[kNamespaces] = {};
    spaces_.clear();
    for (size_t k = start; k < end; k++) {
      const uint32_t byte = plan_.goesBy[tokens_.spaces[2 * k]];
      if (byte == kIgnoredSpace || seen[byte]) continue;
      seen[byte] = true;
      spaces_.push_back(static_cast<uint8_t>(byte));
    }
  }

  // Adds the features of a namespace, the example's from f on.
  void addSpace(uint8_t byte, size_t f, size_t start, size_t end) {
    const size_t most = plan_.most[byte];
    for (size_t k = start; k < end; k++) {
      const uint32_t given = tokens_.spaces[2 * k];
      const size_t stop = tokens_.spaces[2 * k + 1];
      if (plan_.goesBy[given] == byte) {
        const size_t from = n_;
        if (f < stop) copy(f, std::min(stop - f, most - std::min(most, n_ - from_[byte])));
        if (plan_.spaceOf[given] != given) {
          from_[given] = from;
          to_[given] = n_;
        }
      }
      f = stop;
    }
  }

  void copy(size_t f, size_t count) {
    if (count == 0 || !reserve(count)) return;
    std::memcpy(out_.lowers + n_, tokens_.indices + f, count * sizeof(uint32_t));
    std::memcpy(out_.amounts + n_, tokens_.values + f, count * sizeof(double));
    if (plan_.wide) std::memcpy(out_.uppers + n_, tokens_.upper + f, count * sizeof(uint32_t));
    n_ += count;
  }

  // Adds the n-grams with `more` further features after the first, with up to `skips` skip-gram gaps among them: the
  // last gap grows first.
  void addGrams(size_t from, size_t to, size_t more, size_t skips) {
    gaps_.assign(more, 0);
    const size_t most = std::min(skips, to - from - 1 - more);
    size_t skipped = 0;
    for (size_t at = more; at != SIZE_MAX;) {
      if (!addGram(from, to - more - skipped)) return;
      for (at = more - 1; at != SIZE_MAX; at--) {
        if (skipped < most) {
          gaps_[at]++;
          skipped++;
          break;
        }
        skipped -= gaps_[at];
        gaps_[at] = 0;
      }
    }
  }

  // Adds the n-grams that start with the features from .. to, with the current gaps.
  bool addGram(size_t from, size_t to) {
    if (!reserve(to - from)) return false;
    const uint32_t* const lowers = out_.lowers;
    for (size_t f = from; f < to; f++, n_++) {
      uint32_t index = lowers[f];
      uint32_t upper = plan_.wide ? out_.uppers[f] : 0;
      size_t next = f;
      double value = gramValue(out_.amounts[f]);
      for (const size_t gap : gaps_) {
        next += 1 + gap;
        value *= gramValue(out_.amounts[next]);
        if (plan_.wide) upper = joined(index, upper, lowers[next], out_.uppers[next]);
        index = index * 27942141u + lowers[next];
      }
      out_.lowers[n_] = index;
      out_.amounts[n_] = value;
      if (plan_.wide) out_.uppers[n_] = upper;
    }
    return true;
  }

  // The factor of a feature in n-grams: NaN if it is missing, otherwise 1 whatever its value.
  static double gramValue(double value) { return value == value ? 1 : value; }

  // Whether a place of a combination has the namespace of the one before it, so that no set of features occurs twice.
  bool repeats(const Spaces& combination, size_t at) const {
    return at > 0 && combination[at - 1] == combination[at] && !plan_.permutations;
  }

  // A feature at each place but the last two, and the product up to this place.
  struct Level {
    size_t f;
    uint32_t hash, upper;
    double value;
  };

  // Adds the products of the features of a combination's namespaces; the last place moves first.
  void crossAll(const Spaces& combination) {
    const size_t last = combination.size() - 1;
    const auto firstAt = [&](size_t at) { return repeats(combination, at) ? levels_[at].f : from_[combination[at]]; };
    // level 0 is before the first place
    levels_.assign(last, Level{0, 0, 0, 1});
    size_t at = 0;
    // whether to find the first feature of place `at`, or the next one
    bool fresh = true;
    for (;;) {
      if (at == last - 1) {
        if (!crossTwo(combination, firstAt(at), levels_[at])) return;
        fresh = false;
        if (at-- == 0) return;
        continue;
      }
      Level& own = levels_[at + 1];
      own.f = fresh ? firstAt(at) : own.f + 1;
      if (own.f >= to_[combination[at]]) {
        fresh = false;
        if (at-- == 0) return;
        continue;
      }
      const Level& before = levels_[at];
      const uint32_t lower = out_.lowers[own.f];
      own.hash = kCrossFactor * before.hash ^ lower;
      own.value = before.value * out_.amounts[own.f];
      if (plan_.wide)
        own.upper = at == 0 ? out_.uppers[own.f] : joined(before.hash, before.upper, lower, out_.uppers[own.f]);
      at++;
      fresh = true;
    }
  }

  // Adds the products for the last two places: nearly all of the work.
  bool crossTwo(const Spaces& combination, size_t first, const Level& before) {
    const size_t last = combination.size() - 1;
    const size_t to = to_[combination[last - 1]];
    const size_t start = from_[combination[last]], end = to_[combination[last]];
    const Places places = {first, to, start, end, repeats(combination, last)};
    if (!reserve(places.most())) return false;
    const size_t from = n_;
    n_ = loops_.products(out_.lowers, out_.amounts, places, kCrossFactor * before.hash, before.value, n_);
    if (!loops_.inside(out_.amounts, from, n_)) outside_ = true;
    if (plan_.wide) loops_.joins(out_.lowers, out_.uppers, places, last > 1, before.hash, before.upper, from);
    return true;
  }

  const CrossPlan& plan_;
  const CrossTokens& tokens_;
  const Crossed& out_;
  const ProductLoops& loops_;
  Combinations combinations_;
  std::vector<Spaces> named_;
  size_t n_ = 0;
  size_t first_ = 0;  // the start of the example's features
  Done stopped_ = Done::all;
  bool outside_ = false;
  Spaces spaces_;  // the features of the example
  // the features of each namespace of the example
  size_t from_[kNamespaces] = {};
  size_t to_[kNamespaces] = {};
  std::vector<size_t> gaps_;
  std::vector<Level> levels_;
};

}  // namespace

size_t cross(const CrossPlan& plan, const CrossTokens& tokens, const Crossed& out, size_t first, size_t until) {
  return Crossing(plan, tokens, out).run(first, until);
}

}  // namespace ol

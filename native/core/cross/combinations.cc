#include "combinations.h"

#include <algorithm>
#include <set>

namespace ol {
namespace {

constexpr uint8_t kAnySpace = 58;

// Whether two equal bytes have another between them.
bool hasApart(const Spaces& bytes) {
  for (size_t i = 1; i < bytes.size(); i++)
    if (bytes[i - 1] != bytes[i] && std::find(bytes.begin(), bytes.begin() + i, bytes[i]) != bytes.begin() + i)
      return true;
  return false;
}

Spaces sortedOf(Spaces bytes) {
  std::sort(bytes.begin(), bytes.end());
  return bytes;
}

}  // namespace

const std::vector<Spaces>& Combinations::of(const Spaces& spaces) {
  if (again_ != nullptr && spaces == latest_) return *again_;
  const Spaces sorted = sortedOf(spaces);
  auto found = known_.find(sorted);
  if (found == known_.end()) found = known_.emplace(sorted, find(sorted)).first;
  latest_ = spaces;
  again_ = &found->second;
  return *again_;
}

std::vector<Spaces> Combinations::find(const Spaces& sorted) const {
  std::set<Spaces> seen;
  std::vector<Spaces> found;
  std::vector<size_t> choices;
  for (size_t i = 0; i < interactions_.count; i++) {
    const Spaces interaction(interactions_.begin(i), interactions_.end(i));
    const size_t length = interaction.size();
    const auto present = [&](uint8_t byte) {
      return byte == kAnySpace ? !sorted.empty() : std::binary_search(sorted.begin(), sorted.end(), byte);
    };
    if (!std::all_of(interaction.begin(), interaction.end(), present)) continue;
    // the namespace that each wildcard stands for; the last one moves first
    choices.assign(length, 0);
    for (size_t at = length; at != SIZE_MAX;) {
      Spaces combination(length);
      for (size_t k = 0; k < length; k++)
        combination[k] = interaction[k] == kAnySpace ? sorted[choices[k]] : interaction[k];
      if (seen.insert(sortedOf(combination)).second)
        found.push_back(!permutations_ && hasApart(combination) ? sortedOf(combination) : combination);
      for (at = length - 1; at != SIZE_MAX; at--) {
        if (interaction[at] == kAnySpace && ++choices[at] < sorted.size()) break;
        choices[at] = 0;
      }
    }
  }
  return found;
}

}  // namespace ol

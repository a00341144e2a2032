// A loss. Twin: packages/numerics/src/losses/loss.ts, which describes the functions
#pragma once

#include <type_traits>

namespace ol {

// A loss is evaluated once per example, so it is called through pointers: engines need not be compiled for each loss.
struct Loss {
  const char* id;
  double (*value)(double z, double y, double p);
  double (*derivative)(double z, double y, double p);
  double (*invariant)(double z, double y, double k, double ppu, double p);
  // whether p is in units of the label
  bool labelUnits;
  // whether the derivative fades away exponentially
  bool saturates;
  // whether the columns of the classes are one distribution
  bool coupled;
};

// A loss declares this with the members `labelUnits` and `saturates`.
template <class L, class = void>
struct HasLabelUnits : std::false_type {};
template <class L>
struct HasLabelUnits<L, std::enable_if_t<L::labelUnits>> : std::true_type {};
template <class L, class = void>
struct Saturates : std::false_type {};
template <class L>
struct Saturates<L, std::enable_if_t<L::saturates>> : std::true_type {};

// And with the member `coupled`.
template <class L, class = void>
struct IsCoupled : std::false_type {};
template <class L>
struct IsCoupled<L, std::enable_if_t<L::coupled>> : std::true_type {};

// With the member `steps` it declares that several corrections lead to its importance-aware step.
template <class L, class = void>
struct IsIterated : std::false_type {};
template <class L>
struct IsIterated<L, std::enable_if_t<(L::steps > 0)>> : std::true_type {};

template <class L>
constexpr Loss lossOf() {
  return {
      L::id, L::value, L::derivative, L::invariant, HasLabelUnits<L>::value, Saturates<L>::value, IsCoupled<L>::value};
}

// Losses in the order of their codes: the code of the first is 0.
template <class... L>
struct LossList {
  static constexpr int count = sizeof...(L);
  static constexpr Loss table[] = {lossOf<L>()...};
  // Calls visit(loss) for each.
  template <class Visit>
  static void each(Visit&& visit) {
    (visit(L{}), ...);
  }
};

}  // namespace ol

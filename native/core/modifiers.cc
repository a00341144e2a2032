// Rules with modifiers, by the names and the codes of the tables of rules and modifiers. Twin:
// packages/fallback/src/modifiers/index.ts
#include "modifiers/average.h"
#include "modifiers/penalty.h"
#include "registry.h"
#include "rules/adagrad/adagrad.h"
#include "rules/gradient/sgd.h"
#include "rules/normalized/nag.h"
#include "rules/normalized/ng.h"
#include "rules/normalized/snag-meansquare.h"
#include "rules/normalized/snag-seen.h"
#include "rules/normalized/snag.h"

namespace ol {
namespace {

template <class R>
Entry named(const char* id, int code) {
  Entry entry = entryOf<R>();
  entry.info.id = id;
  entry.info.code = code;
  return entry;
}

}  // namespace

std::vector<Entry> modifiedRules() {
  return {named<Penalized<Nag>>("nag-regularized", 80),
          named<Penalized<Ng>>("ng-regularized", 81),
          named<Penalized<Snag>>("snag-regularized", 82),
          named<Penalized<SnagSeen>>("snag-seen-regularized", 83),
          named<Penalized<SnagMeanSquare>>("snag-meansquare-regularized", 84),
          named<Averaged<Nag>>("nag-averaged", 85),
          named<Averaged<Ng>>("ng-averaged", 86),
          named<Averaged<Snag>>("snag-averaged", 87),
          named<Averaged<SnagSeen>>("snag-seen-averaged", 88),
          named<Averaged<SnagMeanSquare>>("snag-meansquare-averaged", 89),
          named<Averaged<AdaGrad>>("adagrad-averaged", 90),
          named<Averaged<Sgd>>("sgd-averaged", 91)};
}

}  // namespace ol

#include "expand.h"

#include "../core/expand/expand.h"
#include "batch.h"
#include "calls.h"
#include "job.h"

namespace ol::binding {
namespace {

using expand::DerivedBatch;
using expand::State;

// On failure throws and returns false, as all of these.
bool readRows(const Arguments<ExpandCall>& in, size_t rows, expand::Rows& of) {
  using A = ExpandCall::Array;
  of = {in.elements<double>(A::seen),        in.elements<double>(A::first),     in.elements<uint8_t>(A::flags),
        in.elements<uint32_t>(A::column),    in.elements<uint32_t>(A::sketch),  in.elements<uint32_t>(A::dense),
        in.elements<double>(A::columnCount), in.elements<double>(A::columnLast)};
  return in.needs(A::seen, rows) && in.needs(A::first, rows) && in.needs(A::flags, rows) && in.needs(A::column, rows) &&
         in.needs(A::sketch, rows) && in.needs(A::dense, rows) && in.needs(A::columnCount, rows) &&
         in.needs(A::columnLast, rows);
}

bool readSketches(const Arguments<ExpandCall>& in, expand::Sketches& of) {
  using A = ExpandCall::Array;
  of = {in.elements<double>(A::counts), in.elements<uint32_t>(A::toggles),
        in.elements<double>(A::bounds), in.elements<uint32_t>(A::levels),
        in.elements<uint8_t>(A::fills), in.elements<double>(A::items),
        in.length(A::toggles),          in.length(A::items) / expand::kLevel};
  return in.needs(A::counts, product(2, of.capacity)) && in.needs(A::bounds, product(expand::kBounds, of.capacity)) &&
         in.needs(A::levels, product(expand::kLevels, of.capacity)) &&
         in.needs(A::fills, product(expand::kLevels, of.capacity));
}

// The chosen pairs, which both calls need.
template <class C>
bool readPairs(const Arguments<C>& in, size_t rows, expand::Chosen& of) {
  using A = typename C::Array;
  of.pairStarts = in.template elements<const uint32_t>(A::pairStarts);
  of.pairs = in.template elements<const uint32_t>(A::pairs);
  return in.needs(A::scalars, expand::kDerivationScalars) && in.needs(A::pairStarts, sum(rows, 1));
}

bool readTriples(const Arguments<ExpandCall>& in, size_t rows, expand::Chosen& of) {
  using A = ExpandCall::Array;
  of.tripleStarts = in.elements<const uint32_t>(A::tripleStarts);
  of.triples = in.elements<const uint32_t>(A::triples);
  return in.needs(A::tripleStarts, sum(rows, 1));
}

bool readPlaces(const Arguments<ScreenCall>& in, expand::Chosen& of) {
  using A = ScreenCall::Array;
  of.tripleColumns = in.elements<const uint32_t>(A::tripleColumns);
  of.places = in.length(A::tripleColumns) / 3;
  return powerOfTwo(of.places) || in.refuse("Expected a power of two of places for triples");
}

bool readBatch(const Arguments<ExpandCall>& in, Batch& batch) {
  using N = ExpandCall::Number;
  if (in.whole(N::from) > in.whole(N::size)) return in.refuse("Expected an example of the batch to start from");
  return readFeatures(in, batch) && readLabels(in, batch);
}

bool readOut(const Arguments<ExpandCall>& in, size_t size, DerivedBatch& out) {
  using A = ExpandCall::Array;
  out = {in.elements<uint32_t>(A::starts),
         in.elements<uint32_t>(A::features),
         in.elements<double>(A::amounts),
         in.elements<uint32_t>(A::derived),
         in.elements<uint32_t>(A::binsEnd),
         in.elements<uint32_t>(A::pairsEnd),
         in.elements<uint32_t>(A::tokenOffsets),
         in.elements<uint32_t>(A::tokenColumns),
         in.elements<uint32_t>(A::tokenKeys),
         in.length(A::features),
         in.length(A::tokenColumns)};
  return in.needs(A::starts, sum(size, 1)) && in.needs(A::amounts, out.featureCapacity) && in.needs(A::derived, size) &&
         in.needs(A::binsEnd, size) && in.needs(A::pairsEnd, size) && in.needs(A::tokenOffsets, sum(size, 1)) &&
         in.needs(A::tokenKeys, out.tokenCapacity);
}

bool readNamed(const Arguments<ExpandCall>& in, expand::NamedFeatures& of) {
  using A = ExpandCall::Array;
  of = {in.length(A::namedAt), in.elements<const uint32_t>(A::namedAt), in.elements<const uint32_t>(A::namedOf),
        in.elements<uint32_t>(A::namedColumns)};
  const size_t columns = in.length(A::namedColumns);
  if (!in.needs(A::namedOf, of.size)) return false;
  for (size_t k = 0; k < of.size; k++)
    if (of.at[k] >= in.length(A::indices) || of.of[k] >= columns || (k > 0 && of.at[k] < of.at[k - 1]))
      return in.refuse("Expected ascending places of features, and places of their columns");
  return true;
}

struct Expanding {
  using Fields = ExpandCall;
  static constexpr const char* resource = "ol.expand";
  static constexpr const char* outOfMemory = "Out of memory for the features of an example";
  static constexpr stream::Kind kind = stream::Kind::expand;
  expand::DerivationPlan plan;
  State state{};
  Batch batch;
  DerivedBatch out;
  size_t from;

  bool read(const Arguments<ExpandCall>& in) {
    using N = ExpandCall::Number;
    plan = {static_cast<int>(in.whole(N::depth)), in.number(N::constant), in.flag(N::keep), {}};
    from = in.whole(N::from);
    state.rows = in.whole(N::rows);
    state.scalars = in.elements<double>(ExpandCall::Array::scalars);
    if (!powerOfTwo(state.rows)) return in.refuse("Expected a power of two of rows");
    return readRows(in, state.rows, state.of) && readSketches(in, state.sketches) &&
           readPairs(in, state.rows, state.chosen) && readTriples(in, state.rows, state.chosen) &&
           readBatch(in, batch) && readNamed(in, plan.named) && readOut(in, batch.size, out);
  }

  size_t run() { return expand::expand(plan, state, batch, out, from); }
};

bool readEvidence(const Arguments<ScreenCall>& in, expand::Evidence& of) {
  using A = ScreenCall::Array;
  of = {in.elements<float>(A::cells), in.elements<uint32_t>(A::candidateColumns),
        in.elements<double>(A::candidateSums)};
  if (in.view(A::cells).wide) return in.refuse("Expected cells in float32");
  return in.needs(A::cells, 2 * expand::kCells) && in.needs(A::candidateColumns, 3 * expand::kCandidates) &&
         in.needs(A::candidateSums, 3 * expand::kCandidates);
}

bool readTokens(const Arguments<ScreenCall>& in, size_t size, DerivedBatch& out) {
  using A = ScreenCall::Array;
  out.tokenOffsets = in.elements<uint32_t>(A::tokenOffsets);
  out.tokenColumns = in.elements<uint32_t>(A::tokenColumns);
  out.tokenKeys = in.elements<uint32_t>(A::tokenKeys);
  return in.checkOffsets(A::tokenOffsets, size) && in.needs(A::tokenColumns, out.tokenOffsets[size]) &&
         in.needs(A::tokenKeys, out.tokenOffsets[size]);
}

bool readResiduals(const Arguments<ScreenCall>& in, expand::Residuals& of) {
  using A = ScreenCall::Array;
  using N = ScreenCall::Number;
  of = {in.whole(N::size), in.whole(N::classes), in.elements<const double>(A::gradients),
        in.elements<const double>(A::curvatures), in.elements<const uint8_t>(A::learned)};
  const size_t numbers = product(of.size, of.classes);
  return in.needs(A::gradients, numbers) && in.needs(A::curvatures, numbers) && in.needs(A::learned, of.size);
}

struct Screening {
  using Fields = ScreenCall;
  static constexpr const char* resource = "ol.screen";
  static constexpr const char* outOfMemory = "Out of memory for the pairs of an example";
  static constexpr stream::Kind kind = stream::Kind::learn;
  int depth;
  State state{};
  DerivedBatch out{};
  expand::Residuals residuals;

  bool read(const Arguments<ScreenCall>& in) {
    using N = ScreenCall::Number;
    depth = static_cast<int>(in.whole(N::depth));
    state.rows = in.whole(N::rows);
    state.scalars = in.elements<double>(ScreenCall::Array::scalars);
    return readEvidence(in, state.evidence) && readPairs(in, state.rows, state.chosen) &&
           readPlaces(in, state.chosen) && readTokens(in, in.whole(N::size), out) && readResiduals(in, residuals);
  }

  void run() { expand::screen(depth, state, out, residuals); }
  const void* learned() const { return state.evidence.cells; }
};

}  // namespace

napi_value expandNow(napi_env env, napi_callback_info info) { return now<Expanding>(env, info); }
napi_value screenNow(napi_env env, napi_callback_info info) { return now<Screening>(env, info); }
napi_value expandStreamed(napi_env env, napi_callback_info info) { return streamed<Expanding>(env, info); }
napi_value screenStreamed(napi_env env, napi_callback_info info) { return streamed<Screening>(env, info); }

}  // namespace ol::binding

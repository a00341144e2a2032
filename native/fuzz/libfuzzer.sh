#!/usr/bin/env bash
# libFuzzer over the tokenizers of the addon with ASan and UBSan: native/fuzz/libfuzzer.sh [SECONDS] [FOLDER OF A CORPUS]
set -euo pipefail
cd "$(dirname "$0")"
clang=$(command -v clang++ || command -v clang++-14 || true)
if [ -z "$clang" ]; then
  echo "SKIPPED: clang++ is not installed (Debian: clang and libclang-rt-14-dev)" >&2
  exit "${OL_REQUIRE_CLANG:+1}"
fi
out=../build/fuzz
mkdir -p "$out" "${2:-$out/corpus}"
"$clang" -std=c++17 -O1 -g -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
  -o "$out/libfuzzer" tokenize.cc $(find ../core/tokenizers -name '*.cc') ../core/tiers.cc
exec "$out/libfuzzer" -max_total_time="${1:-60}" -max_len=4096 -print_final_stats=1 "${2:-$out/corpus}"

#!/usr/bin/env bash
# The dialect's tests: programs that check results, and sources that must compile. Needs g++ alone; what clang++ and nvcc
# could add is reported as skipped where they are missing. Exit status 1 if anything failed.
#   CXX=clang++ ./run.sh     another compiler for all of it        QUICK=1 ./run.sh   one set of flags instead of three
set -u
cd "$(dirname "$0")"
cxx=${CXX:-g++}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
passed=0 failed=0 skipped=0
warnings="-Wall -Wextra -Wno-unused-parameter"

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED $1"; }
skip() { skipped=$((skipped + 1)); echo "SKIPPED $1"; }

# program NAME FLAGS...: compiles and runs a test, and adds its own counts.
program() {
  local name=$1 out
  shift
  if ! "$cxx" -std=gnu++17 -O2 $warnings -I../../include "$@" "$name.cpp" -o "$build/$name" -pthread $libraries >"$build/log" 2>&1; then
    bad "$name ($*): does not compile"
    head -20 "$build/log"
    return
  fi
  out=$("$build/$name" 2>&1)
  local status=$? last
  last=$(tail -1 <<<"$out")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    [[ ${BASH_REMATCH[2]} == 0 ]] || echo "$name ($*):"$'\n'"$out"
  else
    bad "$name ($*): ended with status $status"
    tail -5 <<<"$out"
  fi
  if grep -a '^SKIPPED' <<<"$out"; then skipped=$((skipped + 1)); fi
}

libraries=-lm
echo '#include <quadmath.h>
int main() { return (int)sinq(0); }' >"$build/quad.cpp"
"$cxx" -std=gnu++17 "$build/quad.cpp" -o "$build/quad" -lquadmath 2>/dev/null && libraries="-lm -lquadmath"

# As the backend compiles kernels; for a plain x86-64 or ARMv8; and with fast mathematics where results must still hold.
native="-march=native -fno-math-errno -fno-trapping-math"
program rounding_test $native -frounding-math
for test in half_test index_test integer_test math_test texture_test atomics_test complex_test; do program $test $native; done
if [[ -z ${QUICK:-} ]]; then
  program rounding_test -frounding-math
  for test in half_test integer_test texture_test atomics_test; do program $test; done
  for test in half_test texture_test; do program $test -O3 -fsanitize=undefined -fno-sanitize-recover=all; done
fi
[[ -f device_answers.txt ]] && program device_test $native

# Sources that must compile: their layout assertions, and the standard library in every order.
compiles() {
  local compiler=$1 what=$2
  shift 2
  if "$compiler" "$@" >"$build/log" 2>&1 && ! grep -q warning: "$build/log"; then ok; else
    bad "$compiler $what"
    head -20 "$build/log"
  fi
}
grep '#include' sources/std_headers.cu | grep -v cuda >"$build/first.h"
for compiler in "$cxx" clang++; do
  if ! command -v "$compiler" >/dev/null; then skip "$compiler is not here"; continue; fi
  [[ $compiler == clang++ && $cxx == clang++ && ${seen:-} ]] && continue
  seen=1
  host="-x c++ -O2 -march=native $warnings -Wno-unused-variable -I../../include -I. -c -o /dev/null"
  for source in layout intrinsics; do compiles "$compiler" $source -std=c++17 $host -include prelude.h sources/$source.cu; done
  # Beside the real umbrella header, too.
  compiles "$compiler" "shims, with heddle_cuda.h" -std=c++17 $host -include heddle_cuda.h sources/shims.cu
  compiles "$compiler" "intrinsics, with heddle_cuda.h" -std=c++17 $host -include heddle_cuda.h -include heddle/texture.h sources/intrinsics.cu
  for standard in c++17 c++20; do
    for using in -DPLAIN -DUSING_NAMESPACE_STD; do
      compiles "$compiler" "std_headers, after" -std=$standard $host -include prelude.h $using sources/std_headers.cu
      compiles "$compiler" "std_headers, before" -std=$standard $host -include "$build/first.h" -include prelude.h $using sources/std_headers.cu
    done
  done
done

# The same sources are real CUDA; and what CUDA declares, the dialect has.
if command -v nvcc >/dev/null; then
  for source in layout intrinsics std_headers; do
    compiles nvcc $source -arch=sm_90 -std=c++17 --expt-relaxed-constexpr -Wno-deprecated-declarations -diag-suppress 20199 --ptx -o "$build/out.ptx" sources/$source.cu
  done
  include=$(dirname "$(dirname "$(nvcc --dryrun -x cu /dev/null 2>&1 | sed -n 's/.*_HERE_=//p')")")/bin/../include
  [[ -f $include/crt/math_functions.h ]] || include=$(ls -d /usr/local/cuda*/include 2>/dev/null | head -1)
  if [[ -f $include/crt/math_functions.h ]] && command -v python3 >/dev/null; then
    python3 cuda_coverage.py "$include" >"$build/coverage.cpp"
    echo "$(tail -1 "$build/coverage.cpp" | tr -cd 0-9) of NVIDIA's declarations called"
    compiles "$cxx" "coverage of NVIDIA's headers" -std=c++17 -w -fsyntax-only -I../../include -I. "$build/coverage.cpp"
  else skip "coverage: no CUDA headers or no python3"; fi
else
  skip "nvcc is not here: that the sources are real CUDA is not checked"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed == 0 ]]

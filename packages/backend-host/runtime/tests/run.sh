#!/bin/sh
# Builds the runtime, the kernels and the tests, and runs them. CXX chooses the compiler; `quick` leaves the
# sanitizers out; any other words name the tests to run (loops, blocks, faults, ...).
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
compiler=${CXX:-c++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quick=
if [ "$1" = quick ]; then quick=1; shift; fi

"$root/build.sh" "$scratch/libheddle_host.so"
for source in "$here"/kernels/*.cu; do
  "$root/compile-kernel.sh" "$source" "$scratch/$(basename "$source" .cu).so"
done
$compiler -std=c++17 -O1 -g -Wall -Wextra -I"$root" "$here"/main.cpp "$here"/*_test.cpp -o "$scratch/tests" \
  "$scratch/libheddle_host.so" -Wl,-rpath,"$scratch" -pthread
$compiler -std=c++17 -O1 -I"$root" "$here/endless.cpp" -o "$scratch/endless" "$scratch/libheddle_host.so" \
  -Wl,-rpath,"$scratch" -pthread

status=0
"$scratch/tests" "$scratch" "$@" || status=1
if [ $# = 0 ]; then
  timeout 20 "$scratch/endless" "$scratch" && echo "1 passed, 0 failed" || { echo "0 passed, 1 failed"; status=1; }
  [ -n "$quick" ] || sh "$here/sanitized/run.sh" "$scratch" || status=1
fi
exit $status

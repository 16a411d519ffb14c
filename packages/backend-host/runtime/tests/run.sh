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
# The same, with workers that are suspended for a while where a stream may already be in another's hands.
mkdir "$scratch/suspended"
"$root/build.sh" "$scratch/suspended/libheddle_host.so" -include unistd.h \
  '-DHEDDLE_AFTER_LETTING_GO()=do { static std::atomic<unsigned> times; if (times++ % 16 == 0) usleep(2000); } while (0)'
for source in "$here"/kernels/*.cu; do
  "$root/compile-kernel.sh" "$source" "$scratch/$(basename "$source" .cu).so"
done
# What a kernel is compiled into must not change what it does.
forms='ROW INT_INDEX UNSIGNED_LONG_INDEX UNSIGNED_INDEX+ROW INT_INDEX+COLUMN SCALAR'
for form in $forms; do
  mkdir "$scratch/$form"
  for source in loops blocks faults cooperative headers; do
    sed "s/^HEDDLE_KERNEL(/HEDDLE_ENTRY(HEDDLE_$(echo "$form" | sed 's/+/_FORM+HEDDLE_/')_FORM, /" "$here/kernels/$source.cu" >"$scratch/$form/$source.cu"
    "$root/compile-kernel.sh" "$scratch/$form/$source.cu" "$scratch/$form/$source.so" -I"$here/kernels" &
  done
  wait
done
$compiler -std=c++17 -O1 -g -Wall -Wextra -I"$root" "$here"/main.cpp "$here"/*_test.cpp -o "$scratch/tests" \
  "$scratch/libheddle_host.so" -Wl,-rpath,"$scratch" -pthread
$compiler -std=c++17 -O1 -I"$root" "$here/endless.cpp" -o "$scratch/endless" "$scratch/libheddle_host.so" \
  -Wl,-rpath,"$scratch" -pthread

passed=0
failed=0
# part COMMAND...: runs it and adds the counts of its last line to ours; without such a line it failed. One that does
# not end is ended.
part() {
  timeout 600 "$@" >"$scratch/said" 2>&1 && ended=0 || ended=$?
  cat "$scratch/said"
  counts=$(tail -1 "$scratch/said" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
  case $counts in
    *" "*)
      passed=$((passed + ${counts% *}))
      failed=$((failed + ${counts#* }))
      [ $ended = 0 ] || [ "${counts#* }" != 0 ] || failed=$((failed + 1))
      ;;
    *) failed=$((failed + 1)) ;;
  esac
}
# A program of its own, because timeout runs no functions.
endless='timeout 20 "$0/endless" "$0" && echo "1 passed, 0 failed" || echo "0 passed, 1 failed"'

part "$scratch/tests" "$scratch" "$@"
if [ $# = 0 ]; then
  for form in $forms; do
    part "$scratch/tests" "$scratch/$form" loops blocks faults cooperative
  done
  part env LD_PRELOAD="$scratch/suspended/libheddle_host.so" "$scratch/tests" "$scratch" streams
  part sh -c "$endless" "$scratch"
  [ -n "$quick" ] || part sh "$here/sanitized/run.sh" "$scratch"
fi
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]

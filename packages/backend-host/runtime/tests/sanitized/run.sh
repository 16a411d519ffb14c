#!/bin/sh
# Builds the runner and the planted kernels with each sanitizer and checks what it says: `run.sh <scratch folder>`.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=${1:?usage: run.sh <scratch folder>}
compiler=${CXX:-g++}
passed=0
failed=0
export TMPDIR="$scratch"

build() { # sanitizer, flags of the kernel
  define=
  case $1 in address) define=-DHEDDLE_ADDRESS_SANITIZER=1 ;; thread) define=-DHEDDLE_THREAD_SANITIZER=1 ;; esac
  for file in "$root"/src/*.cpp "$root"/src/runner/*.cpp; do echo "#include \"$file\""; done |
    $compiler -std=c++17 -O1 -g -pthread -DHEDDLE_RUNNER=1 $define -I"$root" -I"$root/include" -x c++ -c - \
      -o "$scratch/runner-$1.o" &&
    $compiler -fsanitize=$1 -pthread -rdynamic "$scratch/runner-$1.o" -o "$scratch/runner-$1" -ldl &&
    rm "$scratch/runner-$1.o" &&
    $compiler -x c++ -std=c++17 -O1 -g -fno-omit-frame-pointer -fPIC -shared -fvisibility=hidden -fno-builtin-printf \
      -ffp-contract=off $2 -I"$root/include" -include heddle_cuda.h "$here/planted.cu" -o "$scratch/planted-$1.so"
}

run() { # sanitizer, kernel, grid, block, shared bytes, elements
  head -c $(($6 * 4)) /dev/zero >"$scratch/buffer"
  printf '\0\0\0\0\0\0\0\0' >"$scratch/arguments"
  number=$6
  for _ in 1 2 3 4; do
    printf "\\$(printf %o $((number % 256)))" >>"$scratch/arguments"
    number=$((number / 256))
  done
  cat >"$scratch/description" <<END
kernel $2
grid $3 1 1
block $4 1 1
shared $5
buffer $(($6 * 4)) $scratch/buffer
arguments $scratch/arguments
pointer 0 buffer 0 0
END
  timeout 120 "$scratch/runner-$1" "$scratch/planted-$1.so" "$scratch/description" >"$scratch/out" 2>"$scratch/log"
  status=$?
}

good() { passed=$((passed + 1)); }
bad() {
  failed=$((failed + 1))
  echo "FAILED $1: $2 (exit status $status)" >&2
  head -30 "$scratch/log" >&2
}

clean() { # sanitizer, kernel, ...
  run "$@"
  if [ $status = 0 ] && ! [ -s "$scratch/log" ]; then good; else bad "$1" "$2 is clean"; fi
}
planted() { # sanitizer, kernel, ...: found, with the line
  run "$@"
  line=$(grep -n "PLANTED $2\$" "$here/planted.cu" | cut -d: -f1)
  if [ $status = 66 ] && grep -q "planted.cu:$line" "$scratch/log"; then good; else bad "$1" "$2 is found in line $line"; fi
}

undefined="-fsanitize=undefined -fno-sanitize-recover=undefined"
build address "-fsanitize=address,bounds -fno-sanitize-recover=bounds" || exit 1
build thread "-fsanitize=thread" || exit 1
build undefined "$undefined" || exit 1
for mode in address thread undefined; do
  clean $mode clean 3 64 256 160
  clean $mode loop 4 64 0 250
  clean $mode atomics 4 64 0 1
  clean $mode warp_exchange 2 64 0 128
  clean $mode clean 50 64 256 3200
  clean $mode loop 3 1024 0 3072
  run $mode asserts 1 32 0 1
  if [ $status = 3 ] && grep -q "^fault assert 0,0,0 5,0,0 .*planted.cu:[0-9]*: threadIdx.x < 5" "$scratch/out"; then good
  else bad $mode "an assertion is reported"; fi
done
planted address overrun 4 64 0 250
planted address shared_overrun 1 32 0 64
planted address dynamic_overrun 1 64 256 64
planted thread shared_race 1 64 0 64
planted thread late_race 1 64 0 64
planted thread global_race 1 64 0 64
planted thread block_race 16 32 0 64
planted undefined signed_overflow 1 64 0 64
echo "$passed passed, $failed failed"
[ $failed = 0 ]

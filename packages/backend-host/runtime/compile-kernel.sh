#!/bin/sh
# Compiles a kernel's source, entry lines included, as Heddle does: `compile-kernel.sh <source> <output> [flags...]`.
root=$(cd "$(dirname "$0")" && pwd)
source=${1:?usage: compile-kernel.sh <source> <output> [flags...]}
output=${2:?usage: compile-kernel.sh <source> <output> [flags...]}
shift 2
case $(${CXX:-c++} --version) in *clang*) only_gcc= ;; *) only_gcc="-fno-gnu-unique -fno-extern-tls-init --param vect-epilogues-nomask=0 --param logical-op-non-short-circuit=0" ;; esac
exec ${CXX:-c++} -x c++ -std=c++17 -O3 ${MARCH:--march=native} -ffp-contract=fast -fno-strict-aliasing -fwrapv -fno-math-errno -fno-trapping-math \
  -fno-exceptions -fno-builtin-printf $only_gcc -fPIC -shared -fvisibility=hidden "$@" \
  -I"$root/include" -include heddle_cuda.h "$source" -o "$output"

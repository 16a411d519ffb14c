#!/bin/sh
# Builds and runs the benchmark: figure, peer, ratio. CXX chooses the compiler. Exit status 1 when a figure is missed.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
compiler=${CXX:-c++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$root/build.sh" "$scratch/libheddle_host.so"
for source in add kernels; do "$root/compile-kernel.sh" "$here/$source.cu" "$scratch/$source.so"; done
opencl=-lOpenCL
echo 'int main(){}' | $compiler -x c++ - -o "$scratch/probe" -lOpenCL 2>/dev/null || opencl=-DWITHOUT_OPENCL
$compiler -std=c++17 -O3 -march=native -fopenmp -I"$root" "$here"/*.cpp -o "$scratch/bench" \
  "$scratch/libheddle_host.so" -Wl,-rpath,"$scratch" $opencl -pthread
"$scratch/bench" "$scratch" "$here/kernels.cl"

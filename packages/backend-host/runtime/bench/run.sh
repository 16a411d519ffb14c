#!/bin/sh
# Builds and runs the benchmark: figure, peer, ratio. CXX chooses the compiler. Exit status 1 when a figure is missed.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
compiler=${CXX:-c++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$root/build.sh" "$scratch/libheddle_host.so"
(cd "$root/../../.." && TSX_TSCONFIG_PATH=tsconfig.json node --import tsx "$here/block-functions.mts") >"$scratch/regions.cu"
for source in "$here/add" "$here/kernels" "$scratch/regions"; do
  "$root/compile-kernel.sh" "$source.cu" "$scratch/$(basename "$source").so"
done
opencl=-lOpenCL
echo 'int main(){}' | $compiler -x c++ - -o "$scratch/probe" -lOpenCL 2>/dev/null || opencl=-DWITHOUT_OPENCL
$compiler -std=c++17 -O3 -march=native -fopenmp -I"$root" "$here"/*.cpp -o "$scratch/bench" \
  "$scratch/libheddle_host.so" -Wl,-rpath,"$scratch" $opencl -pthread
"$scratch/bench" "$scratch" "$here/kernels.cl"

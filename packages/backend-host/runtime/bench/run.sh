#!/bin/sh
# Builds and runs the benchmark: figure, peer, ratio. CXX chooses the compiler. Exit status 1 when a figure is missed.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
compiler=${CXX:-c++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$root/build.sh" "$scratch/libheddle_host.so"
"$root/compile-kernel.sh" "$here/kernels.cu" "$scratch/kernels.so"
cat >"$scratch/small.cu" <<'END'
__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
HEDDLE_KERNEL(0, "saxpy", saxpy)
END
opencl=-lOpenCL
echo 'int main(){}' | $compiler -x c++ - -o "$scratch/probe" -lOpenCL 2>/dev/null || opencl=-DWITHOUT_OPENCL
$compiler -std=c++17 -O3 -march=native -fopenmp -I"$root" "$here"/*.cpp -o "$scratch/bench" \
  "$scratch/libheddle_host.so" -Wl,-rpath,"$scratch" $opencl -pthread
only_gcc="-fno-gnu-unique -fno-extern-tls-init"
case $($compiler --version) in *clang*) only_gcc= ;; esac
"$scratch/bench" "$scratch" "$here/kernels.cl" $compiler -x c++ -std=c++17 -O3 -march=native -ffp-contract=off \
  -fno-math-errno -fno-trapping-math -fno-exceptions -fno-builtin-printf $only_gcc -fPIC -shared -fvisibility=hidden \
  -I"$root/include" -include heddle_cuda.h "$scratch/small.cu" -o "$scratch/small.so"

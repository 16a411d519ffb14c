# Builds and runs the C++ floor. Not every machine has the driver's development link, so one is made for the linker.
set -e
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
library=${HEDDLE_CUDA_LIBRARY:-}
for candidate in "$(ldconfig -p | sed -n 's/.*libcuda\.so\.1 .*x86-64.* => //p' | head -1)" \
  /usr/local/nvidia/lib64/libcuda.so.1 /usr/lib/x86_64-linux-gnu/libcuda.so.1 /usr/lib64/libcuda.so.1; do
  [ -n "$library" ] || { [ -e "$candidate" ] && library=$candidate; }
done
echo "linking $library"
ln -s "$library" "$folder/libcuda.so"
nvcc -O2 -std=c++17 -arch=sm_90 -cubin -o "$folder/launch.cubin" peers/launch.cu
nvcc -O2 -std=c++17 -arch=sm_90 -o "$folder/launch" peers/launch.cu \
  -L"$folder" -lcuda -Xlinker --unresolved-symbols=ignore-in-shared-libs
LD_LIBRARY_PATH=$(dirname "$library"):${LD_LIBRARY_PATH:-} "$folder/launch" "$folder/launch.cubin"

#!/bin/sh
# Builds libhip-on-nvidia.so with any C compiler on Linux; needs neither CUDA nor ROCm.
#   sh tools/hip-on-nvidia/build.sh [file]        default: tools/hip-on-nvidia/build/libhip-on-nvidia.so
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/build/libhip-on-nvidia.so}
mkdir -p "$(dirname "$out")"
${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -fPIC -shared -fvisibility=hidden -DINCLUDE="\"$here/include\"" \
  -o "$out" "$here"/src/*.c -ldl -lpthread
echo "$out"

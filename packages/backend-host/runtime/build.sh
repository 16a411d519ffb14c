#!/bin/sh
# Builds the runtime: `build.sh <output> [flags...]`. One translation unit, a second and a half.
root=$(cd "$(dirname "$0")" && pwd)
output=${1:?usage: build.sh <output> [flags...]}
shift
for file in "$root"/src/*.cpp; do echo "#include \"$file\""; done |
  ${CXX:-c++} -std=c++17 -O3 -fPIC -shared -pthread -fvisibility=hidden -Wall -Wextra "$@" -I"$root" -I"$root/include" \
    -x c++ - -o "$output" -Wl,-Bsymbolic -ldl

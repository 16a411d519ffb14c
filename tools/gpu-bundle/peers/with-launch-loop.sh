# with-launch-loop.sh PROGRAM ...: runs a benchmark with the C++ loops that take turns with it, where a compiler is.
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
if c++ -O2 -std=c++17 -shared -fPIC -o "$folder/launch-loop.so" bench/backend-nvrtc/peer/launch-loop.cpp; then
  export HEDDLE_BENCH_LAUNCH_LOOP=$folder/launch-loop.so
else
  echo "no C++ loop takes turns: c++ failed"
fi
"$@"

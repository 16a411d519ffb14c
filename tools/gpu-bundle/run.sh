#!/usr/bin/env bash
# Runs this bundle on a Linux machine with a GPU; needs neither Node nor a network.
#   bash run.sh [--gpus] [step ...]     steps: see on-gpu/run.mjs; default: all but the sanitizer
# Reports go to $OUT, or to `report` beside this file.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=${HEDDLE_GPU_WORK:-/tmp/heddle-gpu-bundle}
export OUT=${OUT:-$here/report}

others() { # others FOLDER: says that it is not replaced
  echo "$1 was not made by Heddle, so nothing in it is replaced: move it away, or name another folder" >&2
  exit 1
}
is_own() { [ ! -L "$1" ] && [ -f "$1/.made-by-heddle" ] && [ ! -L "$1/.made-by-heddle" ]; }
is_own "$work" || { [ ! -L "$work" ] && [ -z "$(ls -A "$work" 2>/dev/null)" ]; } || others "$work"
# Other files may lie beside the reports, but none that the reports would replace.
is_own "$OUT" || [ -z "$(ls -A "$OUT" 2>/dev/null | grep -E '^(log\.txt|benchmarks\.json|reports\.tar\.gz|.*\.md|\.made-by-heddle)$')" ] || others "$OUT"
for folder in "$work" "$OUT"; do
  mkdir -p "$folder" && : >"$folder/.made-by-heddle" || exit 1
done

unpack() { # unpack FILE: to stdout, with whatever the machine has
  if command -v xz >/dev/null 2>&1; then xz -dc "$1"
  else python3 -c 'import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.argv[1]), sys.stdout.buffer)' "$1"; fi
}

if ! cmp -s "$here/bundle.id" "$work/bundle.id"; then
  rm -rf "$work/app"
  unpack "$here/node.xz" >"$work/node" && chmod +x "$work/node" || exit 1
  mkdir -p "$work/app" && unpack "$here/app.tar.xz" | tar -x -C "$work/app" || exit 1
  cp "$here/bundle.id" "$work/bundle.id"
fi
"$work/node" --version || { echo "node does not run here:"; ldd "$work/node"; exit 1; }
cd "$work/app" && exec "$work/node" on-gpu/run.mjs "$@"

"""The operations of operations.bench.ts by CuPy on a GPU, by NumPy on a CPU. Prints one line of JSON at the end:
{operation: {library: milliseconds}}. Arguments: LOG2 gpu|cpu."""

import json
import sys

from measuring import best


def operations(xp, n):
    x = xp.random.rand(n).astype(xp.float32)
    y = xp.random.rand(n).astype(xp.float32) + xp.float32(0.5)
    d = x.astype(xp.float64)
    c = x.astype(xp.complex64)
    i32 = xp.random.randint(0, 1000, n).astype(xp.int32)
    i8 = i32.astype(xp.int8)
    half = x.astype(xp.float16)
    order = xp.random.permutation(n).astype(xp.int64)
    side = 1 << ((n.bit_length() - 1) // 2)
    m = x[: side * side].reshape(side, side)
    rows = x.reshape(-1, 64)
    cube = x.reshape(64, -1, 64)
    edges = xp.sort(x[: 1 << 16])
    b = x > 0.5
    return {
        "sin": lambda: xp.sin(x),
        "exp": lambda: xp.exp(x),
        "power 2.5": lambda: x**2.5,
        "remainder": lambda: x % y,
        "where": lambda: xp.where(b, x, y),
        "clip": lambda: xp.clip(x, 0.25, 0.75),
        "astype float64": lambda: x.astype(xp.float64),
        "astype float16": lambda: x.astype(xp.float16),
        "int8 to float32": lambda: i8.astype(xp.float32),
        "float64 sum of two": lambda: d + d,
        "float16 product": lambda: half * half,
        "complex64 product": lambda: c * c,
        "int32 floor division": lambda: i32 // 7,
        "every second": lambda: x[::2].copy(),
        "backwards": lambda: x[::-1].copy(),
        "axes turned": lambda: xp.ascontiguousarray(cube.transpose(2, 0, 1)),
        "concatenate": lambda: xp.concatenate([x, y]),
        "stack, last axis": lambda: xp.stack([x, y], axis=-1),
        "repeat": lambda: xp.repeat(x, 2),
        "tile": lambda: xp.tile(x, 2),
        "roll": lambda: xp.roll(x, 1000),
        "diff": lambda: xp.diff(x),
        "take, random": lambda: xp.take(x, order),
        "nonzero": lambda: xp.nonzero(b),
        "compress": lambda: x[b],
        "argmax": lambda: xp.argmax(x),
        "argmax, rows of 64": lambda: xp.argmax(rows, axis=1),
        "std": lambda: xp.std(x),
        "any": lambda: xp.any(x < 0),
        "count": lambda: xp.count_nonzero(b),
        "min, axis 0": lambda: xp.min(m, axis=0),
        "sum, rows of 64": lambda: xp.sum(rows, axis=1),
        "sum, columns of 64": lambda: xp.sum(x.reshape(-1, 64), axis=0),
        "mean, middle axis": lambda: xp.mean(cube, axis=1),
        "sum of int8": lambda: xp.sum(i8),
        "sum of float64": lambda: xp.sum(d),
        "sum of complex64": lambda: xp.sum(c),
        "cumsum float64": lambda: xp.cumsum(d),
        "cumprod": lambda: xp.cumprod(y),
        "unique of 1000": lambda: xp.unique(i32),
        "bincount of 1000": lambda: xp.bincount(i32),
        "bincount, weighted": lambda: xp.bincount(i32, weights=y),
        "histogram of 100": lambda: xp.histogram(x, 100, range=(0, 1)),
        "searchsorted in 2^16": lambda: xp.searchsorted(edges, x),
        "sort rows": lambda: xp.sort(m, axis=1),
        "sort rows of 64": lambda: xp.sort(rows, axis=1),
        "argsort float64": lambda: xp.argsort(d),
    }


def main():
    log2, kind = int(sys.argv[1]), sys.argv[2]
    if kind == "gpu":
        import cupy

        library, xp, wait = "CuPy", cupy, cupy.cuda.Device().synchronize
    else:
        import numpy

        library, xp, wait = "NumPy", numpy, lambda: None
    figures = {}
    for name, run in operations(xp, 1 << log2).items():
        figures[name] = {library: best(run, wait, rounds=3, calls=1) * 1e3}
    print(json.dumps(figures))


main()

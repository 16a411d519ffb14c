"""Reductions, scans and sorts of CuPy, PyTorch, PyOpenCL and NumPy. Prints one line of JSON at the end:
{work: {library: figure}}, GB/s or millions of keys a second. Arguments: reduction LOG2 SIDE | scan LOG2 | sort LOG2."""

import json
import sys

from measuring import best

figures = {}


def note(work, library, amount, run, wait):
    figures.setdefault(work, {})[library] = amount / best(run, wait)


def cupy_peer(task, size, side):
    import cupy

    wait = cupy.cuda.Device().synchronize
    if task == "sort":
        keys = cupy.random.randint(0, 2**32, size, dtype=cupy.uint32)
        note("sort uint32", "CuPy", size / 1e6, lambda: cupy.sort(keys), wait)
        note("argsort uint32", "CuPy", size / 1e6, lambda: cupy.argsort(keys), wait)
        ordered = cupy.sort(keys)
        note("sort uint32 in order", "CuPy", size / 1e6, lambda: cupy.sort(ordered), wait)
        floats = keys.astype(cupy.float32)
        note("sort float32", "CuPy", size / 1e6, lambda: cupy.sort(floats), wait)
        wide = cupy.random.randint(-(2**63), 2**63 - 1, size, dtype=cupy.int64)
        note("sort int64", "CuPy", size / 1e6, lambda: cupy.sort(wide), wait)
        small = (keys % 65536).astype(cupy.int64)
        note("sort int64 below 2^16", "CuPy", size / 1e6, lambda: cupy.sort(small), wait)
        return
    x = cupy.random.rand(size, dtype=cupy.float32)
    if task == "scan":
        note("cumsum float32", "CuPy", 8 * size / 1e9, lambda: cupy.cumsum(x), wait)
        note("cumsum int32", "CuPy", 8 * size / 1e9, lambda: cupy.cumsum(x.astype(cupy.int32), dtype=cupy.int32), wait)
        mask = x > 0.5
        note("copyIf float32", "CuPy", 4 * size / 1e9, lambda: x[mask], wait)
        return
    note("sum", "CuPy", 4 * size / 1e9, lambda: cupy.sum(x), wait)
    y = cupy.random.rand(size, dtype=cupy.float32)
    note("dot", "CuPy", 8 * size / 1e9, lambda: cupy.dot(x, y), wait)
    note("max", "CuPy", 4 * size / 1e9, lambda: cupy.max(x), wait)
    m = cupy.random.rand(side, side, dtype=cupy.float32)
    for axis in (0, 1):
        note(f"sum, axis {axis}", "CuPy", 4 * side * side / 1e9, lambda: cupy.sum(m, axis=axis), wait)


def torch_peer(task, size, side):
    import torch

    gpu = torch.cuda.is_available()
    device = "cuda" if gpu else "cpu"
    name = f"PyTorch ({device})"
    wait = torch.cuda.synchronize if gpu else lambda: None
    if task == "sort":
        keys = torch.randint(-(2**31), 2**31 - 1, (size,), dtype=torch.int32, device=device)
        note("sort uint32", name, size / 1e6, lambda: torch.sort(keys), wait)
        return
    x = torch.rand(size, device=device)
    if task == "scan":
        note("cumsum float32", name, 8 * size / 1e9, lambda: torch.cumsum(x, 0), wait)
        mask = x > 0.5
        note("copyIf float32", name, 4 * size / 1e9, lambda: torch.masked_select(x, mask), wait)
        return
    note("sum", name, 4 * size / 1e9, lambda: torch.sum(x), wait)
    y = torch.rand(size, device=device)
    note("dot", name, 8 * size / 1e9, lambda: torch.dot(x, y), wait)
    note("max", name, 4 * size / 1e9, lambda: torch.max(x), wait)
    m = torch.rand(side, side, device=device)
    for axis in (0, 1):
        note(f"sum, axis {axis}", name, 4 * side * side / 1e9, lambda: torch.sum(m, axis), wait)


def pyopencl_peer(task, size, side):
    import numpy
    import pyopencl
    import pyopencl.algorithm
    import pyopencl.array
    import pyopencl.scan

    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    if task == "sort":
        # It takes seconds for a million keys.
        size = min(size, 2**20)
        keys = numpy.random.randint(0, 2**31, size).astype(numpy.uint32)
        on_device = pyopencl.array.to_device(queue, keys)
        radix = pyopencl.algorithm.RadixSort(
            context, "unsigned int *keys", "keys[i]", ["keys"], key_dtype=numpy.uint32
        )
        figures.setdefault("sort uint32", {})["PyOpenCL"] = (
            size / 1e6 / best(lambda: radix(on_device), queue.finish, rounds=2, calls=1)
        )
        return
    x = pyopencl.array.to_device(queue, numpy.random.rand(size).astype(numpy.float32))
    if task == "scan":
        for dtype, ctype in ((numpy.float32, "float"), (numpy.int32, "int")):
            y = x.astype(dtype)
            kernel = pyopencl.scan.InclusiveScanKernel(context, dtype, "a+b", neutral="0")
            out = pyopencl.array.empty_like(y)
            note(f"cumsum {numpy.dtype(dtype).name}", "PyOpenCL", 8 * size / 1e9, lambda: kernel(y, out), queue.finish)
        note(
            "copyIf float32",
            "PyOpenCL",
            4 * size / 1e9,
            lambda: pyopencl.algorithm.copy_if(x, "ary[i] > 0.5f"),
            queue.finish,
        )
        return
    note("sum", "PyOpenCL", 4 * size / 1e9, lambda: pyopencl.array.sum(x), queue.finish)
    y = pyopencl.array.to_device(queue, numpy.random.rand(size).astype(numpy.float32))
    note("dot", "PyOpenCL", 8 * size / 1e9, lambda: pyopencl.array.dot(x, y), queue.finish)
    note("max", "PyOpenCL", 4 * size / 1e9, lambda: pyopencl.array.max(x), queue.finish)


def numpy_peer(task, size, side):
    import numpy

    wait = lambda: None
    if task == "sort":
        keys = numpy.random.randint(0, 2**32, size, dtype=numpy.uint32)
        note("sort uint32", "NumPy", size / 1e6, lambda: numpy.sort(keys, kind="stable"), wait)
        return
    x = numpy.random.rand(size).astype(numpy.float32)
    if task == "scan":
        note("cumsum float32", "NumPy", 8 * size / 1e9, lambda: numpy.cumsum(x), wait)
        return
    note("sum", "NumPy", 4 * size / 1e9, lambda: numpy.sum(x), wait)
    m = numpy.random.rand(side, side).astype(numpy.float32)
    for axis in (0, 1):
        note(f"sum, axis {axis}", "NumPy", 4 * side * side / 1e9, lambda: numpy.sum(m, axis=axis), wait)


task, size = sys.argv[1], 2 ** int(sys.argv[2])
side = int(sys.argv[3]) if len(sys.argv) > 4 else 0
gpu = sys.argv[-1] == "gpu"
for peer in (cupy_peer, torch_peer) if gpu else (pyopencl_peer, numpy_peer):
    try:
        peer(task, size, side)
    except ImportError as error:
        print(f"{peer.__name__[:-5]} left out: {error}", file=sys.stderr)
print(json.dumps(figures))

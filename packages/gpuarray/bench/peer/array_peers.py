"""Random numbers and matrix products of CuPy, PyTorch, PyOpenCL and NumPy. Prints one line of JSON at the end:
{work: {library: figure}}, GB/s or TFLOP/s. Arguments: random COUNT | matmul SIZE."""

import json
import sys

from measuring import best

figures = {}


def note(work, library, figure):
    figures.setdefault(work, {})[library] = figure


def missing(library, reason):
    print(f"{library} left out: {reason}", file=sys.stderr)


def cupy_peer(task, size):
    import cupy

    wait = cupy.cuda.Device().synchronize
    if task == "random":
        generator = cupy.random.Generator(cupy.random.Philox4x3210(1))
        for work, run in (
            ("uniform", lambda: generator.random(size, dtype=cupy.float32)),
            ("normal", lambda: generator.standard_normal(size, dtype=cupy.float32)),
        ):
            note(work, "CuPy", 4 * size / best(run, wait) / 1e9)
        return
    for dtype in ("float32", "float16", "float64"):
        a = cupy.random.rand(size, size).astype(dtype)
        note(dtype, "CuPy (cuBLAS)", 2 * size**3 / best(lambda: a @ a, wait) / 1e12)


def torch_peer(task, size):
    import torch

    gpu = torch.cuda.is_available()
    device = "cuda" if gpu else "cpu"
    wait = torch.cuda.synchronize if gpu else lambda: None
    if task == "random":
        note("uniform", f"PyTorch ({device})", 4 * size / best(lambda: torch.rand(size, device=device), wait) / 1e9)
        note("normal", f"PyTorch ({device})", 4 * size / best(lambda: torch.randn(size, device=device), wait) / 1e9)
        return
    torch.backends.cuda.matmul.allow_tf32 = False
    for dtype in ("float32", "float16", "float64") if gpu else ("float32", "float64"):
        a = torch.rand(size, size, device=device, dtype=getattr(torch, dtype))
        note(dtype, f"PyTorch ({device})", 2 * size**3 / best(lambda: a @ a, wait) / 1e12)


def pyopencl_peer(task, size):
    import pyopencl
    import pyopencl.array
    import pyopencl.clrandom

    if task != "random":
        return
    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    generator = pyopencl.clrandom.PhiloxGenerator(context, seed=1)
    out = pyopencl.array.empty(queue, size, "float32")
    note("uniform", "PyOpenCL", 4 * size / best(lambda: generator.fill_uniform(out), queue.finish) / 1e9)
    note("normal", "PyOpenCL", 4 * size / best(lambda: generator.fill_normal(out), queue.finish) / 1e9)


def numpy_peer(task, size):
    import numpy

    if task == "random":
        generator = numpy.random.Generator(numpy.random.Philox(1))
        wait = lambda: None
        note("uniform", "NumPy", 4 * size / best(lambda: generator.random(size, dtype="f4"), wait, 1) / 1e9)
        note("normal", "NumPy", 4 * size / best(lambda: generator.standard_normal(size, dtype="f4"), wait, 1) / 1e9)
        return
    for dtype in ("float32", "float64"):
        a = numpy.random.rand(size, size).astype(dtype)
        note(dtype, "NumPy", 2 * size**3 / best(lambda: a @ a, lambda: None, 1) / 1e12)


task, size = sys.argv[1], int(sys.argv[2])
device_type = sys.argv[3] if len(sys.argv) > 3 else "gpu"
peers = [cupy_peer, torch_peer, pyopencl_peer] + ([numpy_peer] if device_type == "cpu" else [])
for peer in peers:
    try:
        peer(task, size)
    except Exception as error:  # Whatever keeps a library from running here leaves it out of the table.
        missing(peer.__name__.removesuffix("_peer"), error)
print(json.dumps(figures))

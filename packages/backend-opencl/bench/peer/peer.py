"""The same through PyOpenCL: `launch <rounds> <calls>` prints nanoseconds of a typed call, `build <count>` the
milliseconds of so many builds of new sources, `cached <folder> <name>` those of one build by its cache in that folder."""
import os
import sys
import time

import pyopencl as cl

device = cl.get_platforms()[0].get_devices()[0]
context = cl.Context([device])


def source(name):
    return (
        f"__kernel void {name}(float a, __global const float* x, __global float* y, int n)"
        " { int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }"
    )


def build(name):
    start = time.perf_counter()
    kernel = getattr(cl.Program(context, source(name)).build(), name)
    return kernel, (time.perf_counter() - start) * 1e3


if sys.argv[1] == "launch":
    import numpy as np

    rounds, calls = int(sys.argv[2]), int(sys.argv[3])
    kernel, _ = build("saxpy")
    kernel.set_scalar_arg_dtypes([np.float32, None, None, np.int32])
    queue = cl.CommandQueue(context)
    x = cl.Buffer(context, cl.mem_flags.READ_WRITE, 256)
    y = cl.Buffer(context, cl.mem_flags.READ_WRITE, 256)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        for i in range(calls):
            kernel(queue, (64,), (64,), i, x, y, 64)
        times.append((time.perf_counter() - start) / calls * 1e9)
        queue.finish()
    print(sorted(times)[rounds // 2])
elif sys.argv[1] == "cached":
    text = source(sys.argv[3])
    start = time.perf_counter()
    cl.Program(context, text).build(cache_dir=sys.argv[2])
    print((time.perf_counter() - start) * 1e3)
else:
    # The first build starts the compiler, no matter who asks for it.
    build(f"warm{os.getpid()}")
    for i in range(int(sys.argv[2])):
        print(build(f"k{os.getpid()}_{i}")[1])

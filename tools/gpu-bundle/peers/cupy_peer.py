"""CuPy, measured as on-gpu's benchmarks measure Heddle: launches in rounds of 500, medians over rounds."""
import json, statistics, time
import numpy as np
import cupy as cp
from cupy_compile import compile_new

measured = []
def add(figure, value, unit):
    measured.append({'figure': figure, 'who': 'cupy', 'value': value, 'unit': unit})
    print(figure, value, unit)

source = r'''extern "C" __global__ void four(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }'''
k = cp.RawKernel(source, 'four')
x = cp.zeros(256, dtype=cp.float32); y = cp.zeros(256, dtype=cp.float32)
a, n = np.float32(2), np.int32(256)
args = (a, x, y, n)
stream = cp.cuda.Stream(non_blocking=True)
with stream:
    for _ in range(1000): k((1,), (256,), args)
    stream.synchronize()
    rounds = []
    for _ in range(60):
        t = time.perf_counter()
        for _ in range(500): k((1,), (256,), args)
        rounds.append((time.perf_counter() - t) / 500)
        stream.synchronize()
    add('launch, enqueue only, checked', statistics.median(rounds) * 1e6, 'us')
    rounds = []
    for _ in range(3000):
        t = time.perf_counter()
        k((1,), (256,), args); stream.synchronize()
        rounds.append(time.perf_counter() - t)
    add('launch and wait', statistics.median(rounds) * 1e6, 'us')

    size = 256 << 20
    device = cp.zeros(size, dtype=cp.uint8)
    pinned = cp.cuda.alloc_pinned_memory(size)
    host = np.frombuffer(pinned, np.uint8, size)
    # Written, not only taken: pages that nobody has touched are all the same one, and read at the cache's speed.
    plain = np.ones(size, np.uint8)
    host[:] = 1
    for figure, array in (('pinned', host), ('pageable', plain)):
        for direction in ('to device', 'to host'):
            times = []; on_device = []
            for _ in range(9):
                t = time.perf_counter()
                start = stream.record()
                if direction == 'to device': device.set(array, stream=stream)
                else: device.get(out=array, stream=stream)
                end = stream.record()
                stream.synchronize()
                times.append(time.perf_counter() - t)
                on_device.append(cp.cuda.get_elapsed_time(start, end) * 1e-3)
            add(f'{figure} copy {direction}, 256 MiB', size / statistics.median(times) / 1e9, 'GB/s')
            if figure == 'pinned':
                add(f'{figure} copy {direction}, 256 MiB, device time', size / statistics.median(on_device) / 1e9, 'GB/s')
    times = []
    for _ in range(5):
        t = time.perf_counter(); device.get(stream=stream); stream.synchronize()
        times.append(time.perf_counter() - t)
    add('pageable copy to a new array, 256 MiB', size / statistics.median(times) / 1e9, 'GB/s')

add('compile a small template module', statistics.median([compile_new() for _ in range(8)][1:]), 'ms')
print('MEASURED ' + json.dumps(measured))

"""From source to kernel in CuPy, as bench/backend-nvrtc/compile.bench.mjs measures it. Prints milliseconds as JSON."""
import json, time, uuid
import cupy as cp

template = r'''template <class T> __global__ void scale_%s(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }'''

def compile_times():
    """Milliseconds of each of seven compilations, after a first that does not count."""
    times = []
    for _ in range(8):
        unique = uuid.uuid4().hex
        t = time.perf_counter()
        m = cp.RawModule(code=template % unique, options=('-std=c++17',), name_expressions=[f'scale_{unique}<float>'])
        m.get_function(f'scale_{unique}<float>')
        times.append((time.perf_counter() - t) * 1e3)
    return times[1:]

if __name__ == '__main__':
    cp.zeros(1)
    print(json.dumps(compile_times()))

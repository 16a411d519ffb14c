"""From source to kernel in CuPy, as bench/backend-nvrtc/compile.bench.mjs measures it: once for every line of input."""
import sys, time, uuid
import cupy as cp

template = r'''template <class T> __global__ void scale_%s(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }'''

def compile_new():
    """Milliseconds from a text that was never compiled before to its kernel."""
    unique = uuid.uuid4().hex
    t = time.perf_counter()
    m = cp.RawModule(code=template % unique, options=('-std=c++17',), name_expressions=[f'scale_{unique}<float>'])
    m.get_function(f'scale_{unique}<float>')
    return (time.perf_counter() - t) * 1e3

if __name__ == '__main__':
    cp.zeros(1)
    for _ in sys.stdin:
        print(compile_new(), flush=True)

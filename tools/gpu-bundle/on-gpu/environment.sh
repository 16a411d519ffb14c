# What the machine is and has. Every line may fail.
nvidia-smi --query-gpu=index,name,memory.total,driver_version --format=csv,noheader
uname -srm
nproc
nvcc --version | tail -2
python3 - <<'P'
import importlib.metadata as m
for name in ('cupy-cuda13x', 'cuda-core', 'cuda-bindings', 'torch', 'numpy', 'nvidia-cuda-nvrtc'):
    try: print(name, m.version(name))
    except Exception as e: print(name, 'absent')
P
ldconfig -p | grep -E 'libcuda\.so|libnvrtc\.so|libOpenCL|libnvidia-opencl'
ls /usr/local/nvidia/lib64 2>/dev/null | grep -E 'libcuda|opencl' | tr '\n' ' '
ls -d /usr/local/cuda*/lib64/libnvrtc.so* 2>/dev/null | tr '\n' ' '
command -v compute-sanitizer ncu cuobjdump
exit 0

// Macros that CUDA's run-time compiler defines before a source. Sources use them to distinguish device code from a host
// program's.
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __CUDACC_RTC__
#define __CUDACC_RTC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#endif
// The last architecture before those whose code is written in PTX: threads that go their own ways, doubles and halves
// that are added atomically, and no asynchronous copies.
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 700
#endif

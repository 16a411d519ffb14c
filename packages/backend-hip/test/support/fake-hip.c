// A stand-in for libamdhip64 with one AMD device that runs nothing: for tests of what the backend does with code objects
// between ROCm's compilers, which need no GPU, and the driver, which does. Its memory reads as zeros.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default"))) int
typedef uint64_t word;

// The device that it stands for.
#ifndef ARCHITECTURE
#define ARCHITECTURE "gfx90a:sramecc+:xnack-"
#endif
#ifndef WAVEFRONT
#define WAVEFRONT 64
#endif

static word current = 0;
static word next_address = 1ull << 44;
static const size_t memory_bytes = 1ull << 40;

API hipInit(unsigned flags) { return (int)(flags * 0); }
API hipRuntimeGetVersion(int* v) { *v = 50221153; return 0; }
__attribute__((visibility("default"))) const char* hipGetErrorName(int e) { return e == 1 ? "hipErrorInvalidValue" : "hipErrorUnknown"; }
__attribute__((visibility("default"))) const char* hipGetErrorString(int e) { return e == 1 ? "invalid argument" : "it failed"; }
API hipGetDeviceCount(int* n) { *n = 1; return 0; }
API hipDeviceGet(int* d, int i) { *d = i; return i == 0 ? 0 : 101; }
API hipDeviceGetName(char* s, int n, int d) { (void)d; snprintf(s, (size_t)n, "Fake AMD GPU"); return 0; }
API hipDeviceGetUuid(unsigned char* u, int d) { (void)d; memset(u, 7, 16); return 0; }
API hipDeviceTotalMem(size_t* n, int d) { (void)d; *n = memory_bytes; return 0; }
API hipDeviceGetPCIBusId(char* s, int n, int d) { (void)d; snprintf(s, (size_t)n, "0000:01:00.0"); return 0; }
// By the numbers of hip_runtime_api.h.
API hipDeviceGetAttribute(int* v, int a, int d) {
  (void)d;
  switch (a) {
    case 26: case 27: case 28: case 56: *v = 1024; return 0;
    case 29: case 30: case 31: *v = 2147483647; return 0;
    case 63: *v = 104; return 0;
    case 74: case 75: *v = 65536; return 0;
    case 87: *v = WAVEFRONT; return 0;
    case 23: *v = 9; return 0;
    case 61: *v = 0; return 0;
    default: *v = 0; return 0;
  }
}
// hipDeviceProp_t of ROCm 5 has gcnArchName at 396.
API hipGetDeviceProperties(char* p, int d) { (void)d; memset(p, 0, 792); strcpy(p + 396, ARCHITECTURE); return 0; }
API hipDeviceCanAccessPeer(int* v, int a, int b) { *v = a * b * 0; return 0; }
API hipDevicePrimaryCtxRetain(word* c, int d) { (void)d; *c = 0x1000; return 0; }
API hipDevicePrimaryCtxRelease(int d) { return d * 0; }
API hipCtxSetCurrent(word c) { current = c; return 0; }
API hipCtxGetCurrent(word* c) { *c = current; return 0; }
API hipDeviceSynchronize(void) { return 0; }
API hipDeviceGetStreamPriorityRange(int* least, int* greatest) { *least = *greatest = 0; return 0; }
API hipMemGetInfo(size_t* left, size_t* all) { *left = *all = memory_bytes; return 0; }
// Memory of the device is only an address.
API hipMalloc(word* p, size_t n) { *p = next_address; next_address += (n + 4096) & ~(word)4095; return 0; }
API hipFree(word p) { return (int)(p * 0); }
API hipHostMalloc(word* p, size_t n, unsigned f) { (void)f; *p = (word)(uintptr_t)malloc(n); return *p ? 0 : 2; }
API hipHostFree(word p) { free((void*)(uintptr_t)p); return 0; }
API hipHostGetDevicePointer(word* d, word h, unsigned f) { (void)f; *d = h; return 0; }
API hipMemcpyHtoDAsync(word to, const void* from, size_t n, word s) { (void)from; return (int)((to + n + s) * 0); }
API hipMemcpyDtoHAsync(void* to, word from, size_t n, word s) { memset(to, 0, n); return (int)((from + s) * 0); }
API hipMemcpyDtoDAsync(word to, word from, size_t n, word s) { return (int)((to + from + n + s) * 0); }
API hipMemsetD8Async(word p, unsigned char v, size_t n, word s) { return (int)((p + v + n + s) * 0); }
API hipMemsetD16Async(word p, unsigned short v, size_t n, word s) { return (int)((p + v + n + s) * 0); }
API hipMemsetD32Async(word p, int v, size_t n, word s) { return (int)((p + (unsigned)v + n + s) * 0); }
API hipStreamCreateWithPriority(word* s, unsigned f, int p) { (void)f; (void)p; *s = 0x2000; return 0; }
API hipStreamDestroy(word s) { return (int)(s * 0); }
API hipStreamQuery(word s) { return (int)(s * 0); }
API hipStreamSynchronize(word s) { return (int)(s * 0); }
API hipStreamWaitEvent(word s, word e, unsigned f) { return (int)((s + e + f) * 0); }
API hipEventCreateWithFlags(word* e, unsigned f) { (void)f; *e = 0x3000; return 0; }
API hipEventDestroy(word e) { return (int)(e * 0); }
API hipEventRecord(word e, word s) { return (int)((e + s) * 0); }
API hipEventQuery(word e) { return (int)(e * 0); }
API hipEventSynchronize(word e) { return (int)(e * 0); }
API hipModuleLoadDataEx(word* m, const void* image, unsigned n, int* o, void** v) {
  (void)n; (void)o; (void)v;
  *m = 0x4000;
  return memcmp(image, "\177ELF", 4) == 0 ? 0 : 1;
}
API hipModuleUnload(word m) { return (int)(m * 0); }
API hipModuleGetFunction(word* f, word m, const char* name) { (void)m; *f = 0x5000; return name[0] ? 0 : 500; }
API hipFuncGetAttribute(int* v, int a, word f) { (void)f; *v = a == 0 ? 1024 : 0; return 0; }
API hipFuncSetAttribute(word f, int a, int v) { (void)f; return a * v * 0; }
API hipModuleLaunchKernel(word f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, word stream, void** parameters, void** extra) {
  (void)gx; (void)gy; (void)gz; (void)bx; (void)by; (void)bz; (void)shared; (void)stream; (void)parameters; (void)extra;
  return (int)(f * 0);
}

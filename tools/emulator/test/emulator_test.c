/* The emulated driver and NVRTC through their C interface. Links against both libraries; built with sanitizers too. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint64_t word;
int cuInit(unsigned), cuDriverGetVersion(int *), cuDeviceGetCount(int *), cuDeviceGetName(char *, int, int);
int cuDeviceGetAttribute(int *, int, int), cuGetErrorName(int, const char **);
int cuDevicePrimaryCtxRetain(word *, int), cuDevicePrimaryCtxRelease_v2(int), cuDevicePrimaryCtxReset_v2(int);
int cuCtxCreate_v2(word *, unsigned, int), cuCtxDestroy_v2(word), cuCtxSetCurrent(word), cuCtxSynchronize(void);
int cuMemAlloc_v2(word *, size_t), cuMemFree_v2(word), cuMemGetInfo_v2(size_t *, size_t *);
int cuMemHostAlloc(word *, size_t, unsigned), cuMemFreeHost(word), cuMemAllocManaged(word *, size_t, unsigned);
int cuMemAllocAsync(word *, size_t, word), cuMemFreeAsync(word, word);
int cuMemHostRegister_v2(word, size_t, unsigned), cuMemHostUnregister(word);
int cuMemcpyHtoD_v2(word, const void *, size_t), cuMemcpyDtoH_v2(void *, word, size_t), cuMemcpyAsync(word, word, size_t, word);
int cuMemsetD32Async(word, unsigned, size_t, word), cuMemcpyPeerAsync(word, word, word, word, size_t, word);
int cuStreamCreateWithPriority(word *, unsigned, int), cuStreamDestroy_v2(word), cuStreamQuery(word), cuStreamSynchronize(word);
int cuStreamWaitEvent(word, word, unsigned), cuStreamWaitValue32_v2(word, word, unsigned, unsigned);
int cuStreamWriteValue32_v2(word, word, unsigned, unsigned), cuLaunchHostFunc(word, void (*)(void *), void *);
int cuStreamBeginCapture_v2(word, int), cuStreamEndCapture(word, word *), cuGraphInstantiateWithFlags(word *, word, unsigned long long);
int cuGraphLaunch(word, word), cuGraphExecUpdate_v2(word, word, void *), cuGraphExecDestroy(word), cuGraphDestroy(word);
int cuEventCreate(word *, unsigned), cuEventDestroy_v2(word), cuEventRecord(word, word), cuEventQuery(word);
int cuEventSynchronize(word), cuEventElapsedTime(float *, word, word);
int cuModuleLoadDataEx(word *, const void *, unsigned, int *, void **), cuModuleUnload(word), cuModuleGetFunction(word *, word, const char *);
int cuModuleGetGlobal_v2(word *, size_t *, word, const char *), cuFuncGetAttribute(int *, int, word), cuFuncSetAttribute(word, int, int);
int cuFuncGetParamInfo(word, size_t, size_t *, size_t *);
int cuLaunchKernel(word, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, word, void **, void **);
int cuLaunchCooperativeKernel(word, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, word, void **);
int cuLinkCreate_v2(unsigned, int *, void **, word *), cuLinkAddData_v2(word, int, void *, size_t, const char *, unsigned, int *, void **);
int cuLinkComplete(word, void **, size_t *), cuLinkDestroy(word);
int nvrtcCreateProgram(word *, const char *, const char *, int, const char *const *, const char *const *);
int nvrtcDestroyProgram(word *), nvrtcCompileProgram(word, int, const char *const *), nvrtcAddNameExpression(word, const char *);
int nvrtcGetLoweredName(word, const char *, const char **), nvrtcGetCUBINSize(word, size_t *), nvrtcGetCUBIN(word, char *);
int nvrtcGetPTXSize(word, size_t *), nvrtcGetPTX(word, char *), nvrtcGetProgramLogSize(word, size_t *), nvrtcGetProgramLog(word, char *);
int nvrtcGetLTOIRSize(word, size_t *), nvrtcGetLTOIR(word, char *);
int nvJitLinkCreate(word *, uint32_t, const char *const *), nvJitLinkDestroy(word *), nvJitLinkComplete(word);
int nvJitLinkAddData(word, int, const void *, size_t, const char *);
int nvJitLinkGetLinkedCubinSize(word, size_t *), nvJitLinkGetLinkedCubin(word, char *);
int nvJitLinkGetErrorLogSize(word, size_t *), nvJitLinkGetErrorLog(word, char *);
int heddleEmulatorFail(const char *);
unsigned long heddleEmulatorCalls(const char *);

static int passed, failed;
static void check(int good, const char *what, int line) {
  if (good) passed++;
  else failed++, printf("FAILED  line %d: %s\n", line, what);
}
#define CHECK(what) check((what) ? 1 : 0, #what, __LINE__)
#define GIVES(status, call)                                                       \
  do {                                                                            \
    const int got = (call);                                                       \
    check(got == (status), #call, __LINE__);                                      \
    if (got != (status)) printf("        gave %d instead of %d\n", got, status); \
  } while (0)

static word context;

static char *compile(const char *source, const char *option, const char *expression, const char **lowered, int wanted) {
  static char name[256];
  word program = 0;
  size_t size = 0;
  const char *options[2] = {"--gpu-architecture=sm_90", option};
  GIVES(0, nvrtcCreateProgram(&program, source, "test.cu", 0, NULL, NULL));
  if (expression) GIVES(0, nvrtcAddNameExpression(program, expression));
  const int outcome = nvrtcCompileProgram(program, option ? 2 : 1, options);
  GIVES(wanted, outcome);
  char *image = NULL;
  if (outcome == 0) {
    GIVES(0, nvrtcGetCUBINSize(program, &size));
    image = malloc(size);
    GIVES(0, nvrtcGetCUBIN(program, image));
    if (expression) {
      const char *text = NULL;
      GIVES(0, nvrtcGetLoweredName(program, expression, &text));
      snprintf(name, sizeof name, "%s", text ? text : "");
      *lowered = name;
    }
    GIVES(10, nvrtcGetLoweredName(program, "nothing<float>", lowered ? lowered : &(const char *){0}));
  } else {
    GIVES(0, nvrtcGetProgramLogSize(program, &size));
    image = malloc(size);
    GIVES(0, nvrtcGetProgramLog(program, image));
    if (wanted == 0) {
      printf("%s\n", image);
      exit(1);
    }
  }
  GIVES(0, nvrtcDestroyProgram(&program));
  GIVES(4, nvrtcDestroyProgram(&program));
  return image;
}

static size_t size_of_cubin(const char *image) {
  uint64_t sections;
  uint16_t count;
  memcpy(&sections, image + 40, 8);
  memcpy(&count, image + 60, 2);
  return sections + count * 64u;
}

static void test_devices(void) {
  int count = 0, major = 0;
  char name[64] = "";
  const char *text = NULL;
  GIVES(3, cuDeviceGetCount(&count));
  GIVES(1, cuInit(7));
  GIVES(0, cuInit(0));
  GIVES(0, cuDeviceGetCount(&count));
  CHECK(count == 2);
  GIVES(0, cuDeviceGetName(name, 10, 0));
  CHECK(strcmp(name, "Heddle em") == 0);
  GIVES(0, cuDeviceGetAttribute(&major, 75, 1));
  CHECK(major == 9);
  GIVES(1, cuDeviceGetAttribute(&major, 9999, 0));
  GIVES(101, cuDeviceGetAttribute(&major, 75, 2));
  GIVES(0, cuGetErrorName(700, &text));
  CHECK(text && strcmp(text, "CUDA_ERROR_ILLEGAL_ADDRESS") == 0);
  GIVES(1, cuGetErrorName(12345, &text));
  GIVES(201, cuCtxSynchronize());
  GIVES(0, cuDevicePrimaryCtxRetain(&context, 0));
  GIVES(0, cuCtxSetCurrent(context));
}

static void test_memory(void) {
  word a = 0, b = 0, pinned = 0, managed = 0;
  size_t before = 0, after = 0, total = 0;
  int values[256], back[256];
  for (int i = 0; i < 256; i++) values[i] = i * 3;
  GIVES(0, cuMemGetInfo_v2(&before, &total));
  GIVES(0, cuMemAlloc_v2(&a, sizeof values));
  GIVES(0, cuMemAlloc_v2(&b, sizeof values));
  CHECK(a % 256 == 0 && a != b);
  GIVES(0, cuMemcpyHtoD_v2(a, values, sizeof values));
  GIVES(0, cuMemcpyAsync(b, a, sizeof values, 0));
  GIVES(0, cuMemcpyDtoH_v2(back, b, sizeof back));
  CHECK(memcmp(values, back, sizeof back) == 0);
  GIVES(0, cuMemcpyDtoH_v2(back, b + 4, 8));
  CHECK(back[0] == 3 && back[1] == 6);
  /* Beyond the end, nowhere, and what has been given back. */
  GIVES(1, cuMemcpyHtoD_v2(a + 4, values, sizeof values));
  GIVES(1, cuMemcpyHtoD_v2(0, values, 4));
  GIVES(1, cuMemcpyHtoD_v2((word)(uintptr_t)back, values, 4));
  GIVES(0, cuMemFree_v2(a));
  GIVES(1, cuMemFree_v2(a));
  GIVES(1, cuMemFree_v2(b + 16));
  GIVES(1, cuMemcpyDtoH_v2(back, a, 4));
  GIVES(2, cuMemAlloc_v2(&a, (size_t)1 << 60));
  GIVES(1, cuMemAlloc_v2(&a, 0));
  GIVES(0, cuMemHostAlloc(&pinned, 64, 3));
  ((int *)pinned)[1] = 5;
  GIVES(0, cuMemAllocManaged(&managed, 64, 1));
  GIVES(0, cuMemcpyAsync(managed, pinned, 64, 0));
  GIVES(0, cuCtxSynchronize());
  CHECK(((int *)managed)[1] == 5);
  GIVES(1, cuMemFree_v2(pinned));
  GIVES(0, cuMemFreeHost(pinned));
  GIVES(0, cuMemFree_v2(managed));
  GIVES(0, cuMemHostRegister_v2((word)(uintptr_t)values, sizeof values, 3));
  GIVES(712, cuMemHostRegister_v2((word)(uintptr_t)values + 8, 16, 3));
  GIVES(0, cuMemHostUnregister((word)(uintptr_t)values));
  GIVES(713, cuMemHostUnregister((word)(uintptr_t)values));
  GIVES(0, cuMemAllocAsync(&a, 128, 0));
  GIVES(0, cuMemFreeAsync(a, 0));
  GIVES(0, cuMemFree_v2(b));
  GIVES(0, cuCtxSynchronize());
  GIVES(0, cuMemGetInfo_v2(&after, &total));
  CHECK(before == after);
}

static void raise_word(void *data) { *(volatile unsigned *)data += 1; }

static void test_streams(void) {
  word first = 0, second = 0, words = 0, start = 0, end = 0, memory = 0;
  float milliseconds = -1;
  unsigned called = 0;
  GIVES(0, cuStreamCreateWithPriority(&first, 1, 0));
  GIVES(0, cuStreamCreateWithPriority(&second, 1, -5));
  GIVES(0, cuMemHostAlloc(&words, 4096, 3));
  GIVES(0, cuMemAlloc_v2(&memory, 4096));
  volatile unsigned *word_of = (volatile unsigned *)words;
  word_of[0] = word_of[1] = 0;
  GIVES(0, cuEventCreate(&start, 0));
  GIVES(0, cuEventCreate(&end, 0));
  GIVES(400, cuEventElapsedTime(&milliseconds, start, end));
  GIVES(0, cuEventRecord(start, first));
  GIVES(0, cuStreamWaitValue32_v2(first, words, 7, 0));
  GIVES(0, cuMemsetD32Async(memory, 0xabcd, 1024, first));
  GIVES(0, cuEventRecord(end, first));
  GIVES(0, cuStreamWaitEvent(second, end, 0));
  GIVES(0, cuStreamWriteValue32_v2(second, words + 4, 9, 0));
  GIVES(0, cuLaunchHostFunc(second, raise_word, &called));
  GIVES(600, cuStreamQuery(first));
  GIVES(600, cuStreamQuery(second));
  GIVES(600, cuEventQuery(end));
  GIVES(600, cuEventElapsedTime(&milliseconds, start, end));
  /* The stream's thread may come late on a busy machine; from here on it stands before the wait. */
  GIVES(0, cuEventSynchronize(start));
  usleep(3000);
  CHECK(word_of[1] == 0 && called == 0);
  word_of[0] = 7;
  GIVES(0, cuStreamSynchronize(second));
  GIVES(0, cuStreamQuery(first));
  GIVES(0, cuEventSynchronize(end));
  CHECK(word_of[1] == 9 && called == 1);
  GIVES(0, cuEventElapsedTime(&milliseconds, start, end));
  CHECK(milliseconds >= 2.5f);
  unsigned value = 0;
  GIVES(0, cuMemcpyDtoH_v2(&value, memory + 4092, 4));
  CHECK(value == 0xabcd);
  /* Recorded again in another stream, an event stands for that record alone, whenever the first one is reached. */
  GIVES(0, cuStreamWaitValue32_v2(first, words, 8, 0));
  GIVES(0, cuEventRecord(end, first));
  GIVES(0, cuEventRecord(end, second));
  GIVES(0, cuEventSynchronize(end));
  word_of[0] = 8;
  GIVES(0, cuStreamSynchronize(first));
  GIVES(0, cuEventQuery(end));
  GIVES(0, cuStreamDestroy_v2(first));
  GIVES(400, cuStreamDestroy_v2(first));
  GIVES(400, cuStreamQuery(first));
  GIVES(0, cuEventDestroy_v2(start));
  GIVES(400, cuEventRecord(start, second));
  GIVES(0, cuEventDestroy_v2(end));
  GIVES(0, cuStreamDestroy_v2(second));
  GIVES(0, cuMemFreeHost(words));
  GIVES(0, cuMemFree_v2(memory));
}

static const char *const source =
    "__constant__ float scales[2] = {2, 3};\n"
    "namespace ns { __device__ int counter = 4; }\n"
    "template <class T> __global__ void axpy(T a, const T *x, T *y, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) y[i] += a * x[i] * scales[1];\n"
    "}\n"
    "extern \"C\" __global__ void __launch_bounds__(128) reverse(int *x) {\n"
    "  extern __shared__ int s[];\n"
    "  s[threadIdx.x] = x[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n"
    "}\n"
    "namespace ns { __global__ void poke(int **p) { **p = counter; } }\n"
    "__global__ void over(int *x) { x[0] = 1; }\n"
    "__global__ void over(float *x) { x[0] = 2; }\n";

static void test_kernels(void) {
  const char *lowered = NULL;
  char *image = compile(source, NULL, "axpy<float>", &lowered, 0);
  word module = 0, axpy = 0, reverse = 0, poke = 0, x = 0, y = 0, global = 0, over[2] = {0, 0};
  size_t bytes = 0, offset = 0;
  int value = 0;
  float xs[64], ys[64], scale = 2;
  CHECK(lowered && strcmp(lowered, "_Z4axpyIfEvT_PKS0_PS0_i") == 0);
  GIVES(0, cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
  GIVES(0, cuModuleGetFunction(&axpy, module, lowered));
  GIVES(0, cuModuleGetFunction(&reverse, module, "reverse"));
  GIVES(0, cuModuleGetFunction(&poke, module, "_ZN2ns4pokeEPPi"));
  GIVES(0, cuModuleGetFunction(&over[0], module, "_Z4overPi"));
  GIVES(0, cuModuleGetFunction(&over[1], module, "_Z4overPf"));
  GIVES(500, cuModuleGetFunction(&y, module, "nothing"));
  GIVES(0, cuModuleGetGlobal_v2(&global, &bytes, module, "scales"));
  CHECK(bytes == 8);
  GIVES(0, cuMemcpyDtoH_v2(ys, global, 8));
  CHECK(ys[0] == 2 && ys[1] == 3);
  GIVES(0, cuModuleGetGlobal_v2(&global, &bytes, module, "_ZN2ns7counterE"));
  GIVES(0, cuFuncGetParamInfo(axpy, 2, &offset, &bytes));
  CHECK(offset == 16 && bytes == 8);
  GIVES(1, cuFuncGetParamInfo(axpy, 4, &offset, &bytes));
  GIVES(0, cuFuncGetAttribute(&value, 0, reverse));
  CHECK(value == 128);
  for (int i = 0; i < 64; i++) xs[i] = (float)i, ys[i] = 1;
  GIVES(0, cuMemAlloc_v2(&x, sizeof xs));
  GIVES(0, cuMemAlloc_v2(&y, sizeof ys));
  GIVES(0, cuMemcpyHtoD_v2(x, xs, sizeof xs));
  GIVES(0, cuMemcpyHtoD_v2(y, ys, sizeof ys));
  int n = 60;
  void *arguments[] = {&scale, &x, &y, &n};
  GIVES(0, cuLaunchKernel(axpy, 2, 1, 1, 32, 1, 1, 0, 0, arguments, NULL));
  GIVES(0, cuMemcpyDtoH_v2(ys, y, sizeof ys));
  CHECK(ys[0] == 1 && ys[59] == 1 + 2 * 59 * 3 && ys[60] == 1);
  int order[32];
  for (int i = 0; i < 32; i++) order[i] = i;
  GIVES(0, cuMemcpyHtoD_v2(x, order, sizeof order));
  GIVES(0, cuLaunchKernel(reverse, 1, 1, 1, 32, 1, 1, 128, 0, (void *[]){&x}, NULL));
  GIVES(0, cuMemcpyDtoH_v2(order, x, sizeof order));
  CHECK(order[0] == 31 && order[31] == 0);
  /* Refused before anything runs. */
  GIVES(1, cuLaunchKernel(reverse, 0, 1, 1, 32, 1, 1, 0, 0, (void *[]){&x}, NULL));
  GIVES(1, cuLaunchKernel(reverse, 1, 1, 1, 2048, 1, 1, 0, 0, (void *[]){&x}, NULL));
  GIVES(701, cuLaunchKernel(reverse, 1, 1, 1, 256, 1, 1, 0, 0, (void *[]){&x}, NULL));
  GIVES(1, cuLaunchKernel(reverse, 1, 1, 1, 32, 1, 1, 60000, 0, (void *[]){&x}, NULL));
  GIVES(0, cuFuncSetAttribute(reverse, 8, 60000));
  GIVES(0, cuLaunchKernel(reverse, 1, 1, 1, 32, 1, 1, 60000, 0, (void *[]){&x}, NULL));
  GIVES(1, cuFuncSetAttribute(reverse, 8, 300000));
  GIVES(400, cuLaunchKernel(12345, 1, 1, 1, 1, 1, 1, 0, 0, (void *[]){&x}, NULL));
  GIVES(720, cuLaunchCooperativeKernel(reverse, 60000, 1, 1, 32, 1, 1, 0, 0, (void *[]){&x}));
  GIVES(0, cuCtxSynchronize());
  GIVES(0, cuModuleUnload(module));
  GIVES(400, cuModuleUnload(module));
  GIVES(400, cuLaunchKernel(reverse, 1, 1, 1, 1, 1, 1, 0, 0, (void *[]){&x}, NULL));
  GIVES(0, cuMemFree_v2(x));
  GIVES(0, cuMemFree_v2(y));
  /* A binary that is damaged, and one for another device. */
  image[200] ^= 1;
  image[size_of_cubin(image) / 2] ^= 1;
  GIVES(200, cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
  image[48] = 75;
  GIVES(209, cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
  free(image);
  char log[200] = "";
  int log_options[] = {5, 6};
  void *log_values[] = {log, (void *)sizeof log};
  GIVES(218, cuModuleLoadDataEx(&module, ".version 8.0\n.target sm_90\n.visible .entry k() {", 2, log_options, log_values));
  CHECK(strstr(log, "ptxas") != NULL);
}

static void test_compile_errors(void) {
  char *log = compile("__global__ void k(int *x) {\n  x[0] = missing;\n}\n", NULL, NULL, NULL, 6);
  CHECK(strstr(log, "test.cu(2): error: ") != NULL && strstr(log, "missing") != NULL);
  CHECK(strstr(log, "1 error detected in the compilation of \"test.cu\".") != NULL);
  free(log);
  log = compile("template <class T> __global__ void k(T *x) {}\n", NULL, "unknown<float>", NULL, 6);
  CHECK(strstr(log, "__nv_name_map(1): error: ") != NULL && strstr(log, "Input name expression was: \"unknown<float>\"") != NULL);
  free(log);
  log = compile("__global__ void k() {}\n", "--no-such-option", NULL, NULL, 5);
  CHECK(strstr(log, "--no-such-option") != NULL);
  free(log);
}

static void test_linking(void) {
  const char *const one = "__device__ int twice(int x) { return 2 * x + (int)threadIdx.x; }";
  const char *const two = "__device__ int twice(int); extern \"C\" __global__ void k(int *x) { x[threadIdx.x] = twice(x[threadIdx.x]); }";
  char *parts[2] = {compile(one, "-rdc=true", NULL, NULL, 0), compile(two, "-rdc=true", NULL, NULL, 0)};
  char log[400] = "";
  int options[] = {5, 6};
  void *values[] = {log, (void *)sizeof log};
  word linker = 0, module = 0, kernel = 0, x = 0;
  void *cubin = NULL;
  size_t size = 0;
  GIVES(0, cuLinkCreate_v2(2, options, values, &linker));
  for (int i = 0; i < 2; i++) GIVES(0, cuLinkAddData_v2(linker, 0, parts[i], size_of_cubin(parts[i]), i ? "two" : "one", 0, NULL, NULL));
  GIVES(0, cuLinkComplete(linker, &cubin, &size));
  if (cubin) {
    GIVES(0, cuModuleLoadDataEx(&module, cubin, 0, NULL, NULL));
    GIVES(0, cuModuleGetFunction(&kernel, module, "k"));
    int numbers[4] = {10, 20, 30, 40};
    GIVES(0, cuMemAlloc_v2(&x, sizeof numbers));
    GIVES(0, cuMemcpyHtoD_v2(x, numbers, sizeof numbers));
    GIVES(0, cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, (void *[]){&x}, NULL));
    GIVES(0, cuMemcpyDtoH_v2(numbers, x, sizeof numbers));
    CHECK(numbers[0] == 20 && numbers[3] == 83);
    GIVES(0, cuMemFree_v2(x));
    GIVES(0, cuModuleUnload(module));
  }
  GIVES(0, cuLinkDestroy(linker));
  GIVES(0, cuLinkCreate_v2(2, options, values, &linker));
  GIVES(0, cuLinkAddData_v2(linker, 0, parts[1], size_of_cubin(parts[1]), "two", 0, NULL, NULL));
  CHECK(cuLinkComplete(linker, &cubin, &size) != 0);
  CHECK(strstr(log, "Undefined reference to") != NULL && strstr(log, "twice") != NULL && strstr(log, "'two'") != NULL);
  GIVES(0, cuLinkDestroy(linker));
  free(parts[0]);
  free(parts[1]);
}

static char *compile_intermediate(const char *source, size_t *size) {
  const char *const options[] = {"-arch=sm_90", "-dlto"};
  word program = 0;
  GIVES(0, nvrtcCreateProgram(&program, source, "test.cu", 0, NULL, NULL));
  GIVES(0, nvrtcCompileProgram(program, 2, options));
  GIVES(0, nvrtcGetLTOIRSize(program, size));
  char *bytes = malloc(*size);
  GIVES(0, nvrtcGetLTOIR(program, bytes));
  GIVES(0, nvrtcDestroyProgram(&program));
  return bytes;
}

static void test_link_time_optimization(void) {
  const char *const options[] = {"-arch=sm_90", "-lto"}, *const wrong[] = {"-arch=sm_90", "-no-such-option"};
  size_t sizes[2] = {0}, size = 0;
  char *parts[2] = {compile_intermediate("__device__ int twice(int x) { return 2 * x; }", &sizes[0]),
                    compile_intermediate("__device__ int twice(int); extern \"C\" __global__ void k(int *x) { x[0] = twice(x[0]); }", &sizes[1])};
  char log[400] = "";
  word linker = 0, module = 0, kernel = 0;
  GIVES(2, nvJitLinkCreate(&linker, 1, options + 1));
  GIVES(0, nvJitLinkDestroy(&linker));
  GIVES(3, nvJitLinkDestroy(&linker));
  GIVES(1, nvJitLinkCreate(&linker, 2, wrong));
  GIVES(0, nvJitLinkDestroy(&linker));
  GIVES(0, nvJitLinkCreate(&linker, 1, options));
  GIVES(18, nvJitLinkAddData(linker, 3, parts[0], sizes[0], "one"));
  GIVES(0, nvJitLinkDestroy(&linker));
  GIVES(0, nvJitLinkCreate(&linker, 2, options));
  GIVES(8, nvJitLinkAddData(linker, 3, parts[0], sizes[0] - 1, "one"));
  GIVES(12, nvJitLinkAddData(linker, 3, log, sizeof log, "one"));
  GIVES(0, nvJitLinkAddData(linker, 3, parts[1], sizes[1], "two"));
  GIVES(4, nvJitLinkComplete(linker));
  GIVES(0, nvJitLinkGetErrorLogSize(linker, &size));
  CHECK(size <= sizeof log);
  GIVES(0, nvJitLinkGetErrorLog(linker, log));
  CHECK(strstr(log, "twice") != NULL);
  GIVES(0, nvJitLinkDestroy(&linker));
  GIVES(0, nvJitLinkCreate(&linker, 2, options));
  for (int i = 0; i < 2; i++) GIVES(0, nvJitLinkAddData(linker, 3, parts[i], sizes[i], i ? "part-2" : "part-1"));
  GIVES(0, nvJitLinkComplete(linker));
  GIVES(0, nvJitLinkGetLinkedCubinSize(linker, &size));
  char *cubin = malloc(size);
  GIVES(0, nvJitLinkGetLinkedCubin(linker, cubin));
  GIVES(0, nvJitLinkDestroy(&linker));
  GIVES(0, cuModuleLoadDataEx(&module, cubin, 0, NULL, NULL));
  GIVES(0, cuModuleGetFunction(&kernel, module, "k"));
  GIVES(0, cuModuleUnload(module));
  CHECK(cuModuleLoadDataEx(&module, parts[1], 0, NULL, NULL) != 0);
  free(cubin);
  free(parts[0]);
  free(parts[1]);
}

static void test_graphs(void) {
  word stream = 0, other = 0, event = 0, graph = 0, executable = 0, memory = 0, second = 0;
  struct {
    int result, padding;
    void *nodes[2];
  } information;
  unsigned values[4] = {0};
  GIVES(0, cuStreamCreateWithPriority(&stream, 1, 0));
  GIVES(0, cuStreamCreateWithPriority(&other, 1, 0));
  GIVES(0, cuEventCreate(&event, 2));
  GIVES(0, cuMemAlloc_v2(&memory, 16));
  GIVES(0, cuStreamBeginCapture_v2(stream, 2));
  GIVES(0, cuMemsetD32Async(memory, 1, 4, stream));
  GIVES(900, cuStreamSynchronize(stream));
  GIVES(0, cuEventRecord(event, stream));
  GIVES(0, cuStreamWaitEvent(other, event, 0));
  GIVES(0, cuMemsetD32Async(memory + 4, 2, 1, other));
  GIVES(907, cuEventQuery(event));
  GIVES(0, cuEventRecord(event, other));
  GIVES(0, cuStreamWaitEvent(stream, event, 0));
  GIVES(0, cuStreamEndCapture(stream, &graph));
  GIVES(0, cuGraphInstantiateWithFlags(&executable, graph, 0));
  GIVES(0, cuMemsetD32Async(memory, 9, 4, stream));
  GIVES(0, cuGraphLaunch(executable, stream));
  GIVES(0, cuStreamSynchronize(stream));
  GIVES(0, cuMemcpyDtoH_v2(values, memory, 16));
  CHECK(values[0] == 1 && values[1] == 2 && values[2] == 1);
  GIVES(0, cuStreamBeginCapture_v2(stream, 2));
  GIVES(0, cuMemsetD32Async(memory, 5, 4, stream));
  GIVES(0, cuStreamEndCapture(stream, &second));
  GIVES(910, cuGraphExecUpdate_v2(executable, second, &information));
  CHECK(information.result == 2);
  /* Work in another stream that nobody waited for. */
  word unjoined = 0;
  GIVES(0, cuStreamBeginCapture_v2(stream, 2));
  GIVES(0, cuEventRecord(event, stream));
  GIVES(0, cuStreamWaitEvent(other, event, 0));
  GIVES(0, cuMemsetD32Async(memory, 5, 4, other));
  GIVES(904, cuStreamEndCapture(stream, &unjoined));
  GIVES(0, cuGraphDestroy(second));
  GIVES(0, cuGraphExecDestroy(executable));
  GIVES(0, cuGraphDestroy(graph));
  GIVES(0, cuEventDestroy_v2(event));
  GIVES(0, cuStreamDestroy_v2(stream));
  GIVES(0, cuStreamDestroy_v2(other));
  GIVES(0, cuMemFree_v2(memory));
}

static void test_peers(void) {
  word peer = 0, here = 0, there = 0;
  int value = 42;
  GIVES(0, cuMemAlloc_v2(&here, 4));
  GIVES(0, cuMemcpyHtoD_v2(here, &value, 4));
  GIVES(0, cuDevicePrimaryCtxRetain(&peer, 1));
  GIVES(0, cuCtxSetCurrent(peer));
  GIVES(0, cuMemAlloc_v2(&there, 4));
  GIVES(0, cuMemcpyPeerAsync(there, peer, here, context, 4, 0));
  value = 0;
  GIVES(0, cuMemcpyDtoH_v2(&value, there, 4));
  CHECK(value == 42);
  GIVES(0, cuDevicePrimaryCtxRelease_v2(1));
  GIVES(201, cuDevicePrimaryCtxRelease_v2(1));
  GIVES(709, cuCtxSynchronize());
  GIVES(0, cuCtxSetCurrent(context));
  GIVES(0, cuMemFree_v2(here));
}

static void raise_word_late(void *data) {
  usleep(20000);
  raise_word(data);
}

/* A destroyed stream still completes its work, and its context waits for it. */
static void test_destroyed_streams(void) {
  word own = 0, stream = 0;
  unsigned called = 0;
  GIVES(0, cuCtxCreate_v2(&own, 0, 0));
  for (int i = 0; i < 3; i++) {
    GIVES(0, cuStreamCreateWithPriority(&stream, 1, 0));
    GIVES(0, cuLaunchHostFunc(stream, raise_word_late, &called));
    GIVES(0, cuStreamDestroy_v2(stream));
    if (i == 0) {
      GIVES(0, cuCtxSynchronize());
      CHECK(called == 1);
    }
  }
  GIVES(0, cuCtxDestroy_v2(own));
  CHECK(called == 3);
  GIVES(0, cuCtxSetCurrent(context));
}

static void test_ordered_failures(void) {
  word memory = 0;
  GIVES(0, heddleEmulatorFail("cuMemAlloc_v2#2=2,cuCtxSynchronize#2+=801"));
  GIVES(0, cuMemAlloc_v2(&memory, 4));
  GIVES(0, cuMemFree_v2(memory));
  GIVES(2, cuMemAlloc_v2(&memory, 4));
  GIVES(0, cuMemAlloc_v2(&memory, 4));
  GIVES(0, cuMemFree_v2(memory));
  GIVES(0, cuCtxSynchronize());
  GIVES(801, cuCtxSynchronize());
  GIVES(801, cuCtxSynchronize());
  CHECK(heddleEmulatorCalls("cuMemAlloc_v2") == 3);
  GIVES(1, heddleEmulatorFail("nonsense"));
  GIVES(0, heddleEmulatorFail(""));
  GIVES(0, cuCtxSynchronize());
}

static void test_faults(void) {
  char *image = compile("extern \"C\" __global__ void k(int *x) { x[threadIdx.x] = 1; }", NULL, NULL, NULL, 0);
  word module = 0, kernel = 0, gone = 0, own = 0;
  GIVES(0, cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
  GIVES(0, cuModuleGetFunction(&kernel, module, "k"));
  GIVES(0, cuMemAlloc_v2(&gone, 64));
  GIVES(0, cuMemFree_v2(gone));
  GIVES(0, cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, (void *[]){&gone}, NULL));
  GIVES(700, cuCtxSynchronize());
  GIVES(700, cuMemAlloc_v2(&gone, 4));
  GIVES(700, cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, (void *[]){&gone}, NULL));
  GIVES(700, cuCtxCreate_v2(&own, 0, 0));
  GIVES(0, heddleEmulatorFail(""));
  GIVES(700, cuCtxSynchronize());
  GIVES(0, cuCtxCreate_v2(&own, 0, 0));
  GIVES(0, cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
  GIVES(0, cuModuleGetFunction(&kernel, module, "k"));
  GIVES(0, cuMemAlloc_v2(&gone, 64));
  GIVES(0, cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, (void *[]){&gone}, NULL));
  GIVES(0, cuCtxSynchronize());
  /* A launch that is accepted and fails when it runs. */
  GIVES(0, heddleEmulatorFail("cuLaunchKernel=~719"));
  GIVES(0, cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, (void *[]){&gone}, NULL));
  GIVES(719, cuCtxSynchronize());
  GIVES(0, heddleEmulatorFail(""));
  GIVES(0, cuCtxDestroy_v2(own));
  GIVES(709, cuCtxSetCurrent(own));
  GIVES(0, cuDevicePrimaryCtxRelease_v2(0));
  free(image);
}

int main(void) {
  setenv("HEDDLE_EMULATOR_DEVICES", "2", 1);
  test_devices();
  test_memory();
  test_streams();
  test_kernels();
  test_compile_errors();
  test_linking();
  test_link_time_optimization();
  test_graphs();
  test_peers();
  test_destroyed_streams();
  test_ordered_failures();
  test_faults();
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}

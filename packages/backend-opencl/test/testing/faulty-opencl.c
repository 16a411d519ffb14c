// An OpenCL loader that fails on demand: the real one, with some functions that return what a test tells them to.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#define FAULTS 8

static struct {
  char function[64];
  int32_t status;
} faults[FAULTS];
static int32_t execution_status;

// From now on `function` returns `status`; 0 lets it work again.
void set_fault(const char *function, int32_t status) {
  for (int i = 0; i < FAULTS; i++) {
    if (faults[i].function[0] && strcmp(faults[i].function, function)) continue;
    strncpy(faults[i].function, function, sizeof faults[i].function - 1);
    faults[i].status = status;
    return;
  }
}

// Every command ends with this execution status, if it is not 0.
void set_execution_status(int32_t status) { execution_status = status; }

static int32_t fault(const char *function) {
  for (int i = 0; i < FAULTS; i++) {
    if (!strcmp(faults[i].function, function)) return faults[i].status;
  }
  return 0;
}

// Arguments are passed on as words: the functions take integers and pointers alone.
typedef uint64_t Word;
typedef int32_t (*Function)(Word, Word, Word, Word, Word, Word, Word, Word, Word);

#define FAILS_ON_DEMAND(name)                                                                      \
  int32_t name(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i) {           \
    const int32_t status = fault(#name);                                                           \
    if (status) return status;                                                                     \
    return ((Function)dlsym(RTLD_NEXT, #name))(a, b, c, d, e, f, g, h, i);                         \
  }

FAILS_ON_DEMAND(clGetPlatformIDs)
FAILS_ON_DEMAND(clGetDeviceIDs)
FAILS_ON_DEMAND(clEnqueueNDRangeKernel)
FAILS_ON_DEMAND(clEnqueueWriteBuffer)
FAILS_ON_DEMAND(clEnqueueMarkerWithWaitList)
FAILS_ON_DEMAND(clFlush)
FAILS_ON_DEMAND(clFinish)

int32_t clGetEventInfo(void *event, uint32_t question, size_t size, void *answer, size_t *size_returned) {
  const uint32_t kExecutionStatus = 0x11D3;
  if (question == kExecutionStatus && execution_status) {
    memcpy(answer, &execution_status, sizeof execution_status);
    return 0;
  }
  int32_t (*real)(void *, uint32_t, size_t, void *, size_t *) = dlsym(RTLD_NEXT, "clGetEventInfo");
  return real(event, question, size, answer, size_returned);
}

// hiprtc's linker over the driver's, which makes a cubin for the calling thread's device.
#include <string.h>
#include "driver.h"

enum { rtcOutOfMemory = 1, rtcInvalidInput = 3, rtcLinking = 100 };
// CUjitInputType, and what hiprtc has beside the same.
enum { inputCubin = 0, inputPtx = 1, inputLibrary = 4, inputBitcode = 100 };

static int result(status value) {
  if (value == success) return 0;
  if (value == outOfMemory) return rtcOutOfMemory;
  return value == invalidValue ? rtcInvalidInput : rtcLinking;
}

// The bitcode of this library is what hiprtcGetBitcode gave: a cubin, or PTX.
static int driverInput(int type, const void* image, size_t bytes) {
  if (type >= inputCubin && type <= inputLibrary) return type;
  if (type != inputBitcode) return -1;
  return bytes >= 4 && memcmp(image, "\177ELF", 4) == 0 ? inputCubin : inputPtx;
}

API int hiprtcLinkCreate(unsigned count, int* options, void** values, handle* out) {
  return result(CALL(cu.cuLinkCreate_v2(count, options, values, out)));
}

API int hiprtcLinkAddData(handle state, int type, void* image, size_t bytes, const char* name, unsigned count,
                          int* options, void** values) {
  if (!image) return rtcInvalidInput;
  int input = driverInput(type, image, bytes);
  if (input < 0) return rtcInvalidInput;
  return result(CALL(cu.cuLinkAddData_v2(state, input, image, bytes, name, count, options, values)));
}

API int hiprtcLinkAddFile(handle state, int type, const char* path, unsigned count, int* options, void** values) {
  if (type < inputCubin || type > inputLibrary) return rtcInvalidInput;
  return result(CALL(cu.cuLinkAddFile_v2(state, type, path, count, options, values)));
}

API int hiprtcLinkComplete(handle state, void** image, size_t* bytes) {
  return result(CALL(cu.cuLinkComplete(state, image, bytes)));
}

API int hiprtcLinkDestroy(handle state) { return result(CALL(cu.cuLinkDestroy(state))); }

// A library with the few functions that the test of the typed driver API calls. It reports what it was given.
#include <stdint.h>
#include <string.h>

#define API __attribute__((visibility("default"))) int

typedef struct { int type, id; } location;
typedef struct { char reserved[64]; } ipc;

API cuInit(unsigned flags) { return flags == 0 ? 0 : 1; }
API cuDriverGetVersion(int* version) { *version = 12020; return 0; }
API cuGetErrorString(int value, const char** text) { *text = "what the driver says"; return value == 999 ? 1 : 0; }
API cuMemAlloc_v2(uint64_t* address, size_t bytes) { *address = 0x700000000000ull + bytes; return bytes ? 0 : 1; }
API cuStreamQuery(uint64_t stream) { return stream == 7 ? 0 : 600; }
API cuModuleGetFunction(uint64_t* function, uint64_t module, const char* name) {
  *function = module * 1000 + strlen(name);
  return name[0] == '?' ? 500 : 0;
}
API cuMemPrefetchAsync_v2(uint64_t address, size_t bytes, location where, unsigned flags, uint64_t stream) {
  return address == 1 && bytes == 2 && where.type == 3 && where.id == -4 && flags == 5 && stream == 6 ? 0 : 1;
}
API cuIpcOpenMemHandle_v2(uint64_t* address, ipc handle, unsigned flags) {
  *address = (uint64_t)(unsigned char)handle.reserved[0] << 8 | (unsigned char)handle.reserved[63];
  return flags;
}
static int level = 0;
static int getLevel(unsigned* mask) { *mask = level + 40; return 0; }
// Not exported under its own name: only to be had by asking.
API cuGetProcAddress_v2(const char* name, void** address, int version, uint64_t flags, int* outcome) {
  *outcome = !strcmp(name, "cuCtxGetFlags") && version == 7000 && flags == 0 ? 0 : 1;
  *address = *outcome ? NULL : (void*)getLevel;
  return *outcome ? 500 : 0;
}

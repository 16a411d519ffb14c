// The stand-in for libcuda, with a setting of kernels that the driver itself does not use.
#include "../fixture/fake-cuda.c"
static int preference = -1;
API cuFuncSetCacheConfig(word f, int config) { ENTER if (f != 1) return 400; preference = config; return 0; }
API fakePreference(void) { return preference; }

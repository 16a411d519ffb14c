// What HIP's run-time compiler defines before a source, by which sources tell device code from a host program's.
#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#ifndef __HIPCC_RTC__
#define __HIPCC_RTC__ 1
#endif
#ifndef __HIP__
#define __HIP__ 1
#endif
#ifndef __HIP_DEVICE_COMPILE__
#define __HIP_DEVICE_COMPILE__ 1
#endif

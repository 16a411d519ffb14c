// libstdc++'s <memory> writes __attribute__((__noinline__)), which CUDA's keyword of that name would break.
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")

// Stands before the system's <assert.h>: a kernel's assert ends the launch, not the process. As the standard wants
// it, the macro is defined anew at every inclusion, by what NDEBUG says there.
#ifdef __HEDDLE_HOST__
#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression)                                                                                            \
  (static_cast<bool>(expression) ? (void)0 : heddle_assertion_failed(#expression, __FILE__, __LINE__, __func__))
#endif
#else
#include_next <assert.h>
#endif

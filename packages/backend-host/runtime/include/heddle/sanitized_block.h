// Differences in builds of kernels with AddressSanitizer or ThreadSanitizer.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define HEDDLE_WATCHES_ADDRESSES 1
#elif defined(__SANITIZE_THREAD__)
#define HEDDLE_ONE_THREAD_AT_A_TIME 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEDDLE_WATCHES_ADDRESSES 1
#elif __has_feature(thread_sanitizer)
#define HEDDLE_ONE_THREAD_AT_A_TIME 1
#endif
#endif
#ifndef HEDDLE_WATCHES_ADDRESSES
#define HEDDLE_WATCHES_ADDRESSES 0
#endif
// ThreadSanitizer takes threads that run in one loop for one thread, so each is started on its own.
#ifndef HEDDLE_ONE_THREAD_AT_A_TIME
#define HEDDLE_ONE_THREAD_AT_A_TIME 0
#endif

// Sanitizers must know of every change of stack, so the runtime switches.
#ifndef HEDDLE_PORTABLE_SWITCH
#define HEDDLE_PORTABLE_SWITCH (HEDDLE_WATCHES_ADDRESSES || HEDDLE_ONE_THREAD_AT_A_TIME)
#endif

/*
 * The C interface of Heddle's host runtime: CUDA-style kernels on the processor's own cores.
 *
 * Everything is plain C so that any language can call it. Rules that hold for all of it:
 *
 * - Calls that enqueue never wait. Only the functions named `..._wait` do.
 * - Functions return a heddle_status unless their comment says otherwise; heddle_host_last_error() explains the last
 *   failure on the calling thread. No C++ exception leaves the library.
 * - Any thread may call anything. Commands of one stream run in the order in which they were enqueued.
 * - Extents and sizes are expected within heddle_properties' limits; what is beyond them is refused with
 *   HEDDLE_ARGUMENT, never a crash.
 * - Device memory is ordinary memory: an address is usable by both sides.
 * - Leaving the process never waits for a running kernel. The library stays mapped once loaded.
 *
 * All structs have the same layout on every 64-bit platform; byte offsets stand in the comments for callers that
 * write them by hand.
 */
#ifndef HEDDLE_HOST_H
#define HEDDLE_HOST_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_HOST_API __attribute__((visibility("default")))

/** Changes whenever a struct or the meaning of a call below changes. */
#define HEDDLE_HOST_ABI_VERSION 3u

typedef int32_t heddle_status;
enum {
  HEDDLE_OK = 0,
  HEDDLE_ARGUMENT = 1,      /* a value outside its limits, a null, a wrong size */
  HEDDLE_OUT_OF_MEMORY = 2, /* more memory than the machine can give */
  HEDDLE_RESOURCE = 3,      /* threads, file descriptors or address space ran out */
  HEDDLE_NOT_FOUND = 4,     /* no such kernel, global, function, fault or program */
  HEDDLE_CORRUPT = 5,       /* the bytes of a module are not a shared object for this machine */
  HEDDLE_UNSUPPORTED = 6,   /* this platform or build cannot do it */
  HEDDLE_DEVICE_LOST = 7,   /* an earlier launch failed for good; see heddle_host_device_fault */
  HEDDLE_TIMEOUT = 8,       /* a wait ran out of time */
  HEDDLE_NOT_READY = 9      /* an event has not been reached, or was never recorded */
};

typedef struct heddle_device heddle_device;
typedef struct heddle_stream heddle_stream;
typedef struct heddle_event heddle_event;
typedef struct heddle_module heddle_module;
typedef struct heddle_kernel heddle_kernel;

/* --- The library -------------------------------------------------------------------------------------------------- */

/** @return HEDDLE_HOST_ABI_VERSION of the library as it was built. */
HEDDLE_HOST_API uint32_t heddle_host_abi_version(void);

/** @return the status by name, such as "OUT_OF_MEMORY"; static text. */
HEDDLE_HOST_API const char *heddle_host_status_name(heddle_status status);

/** @return what went wrong in the last call on this thread that failed; valid until this thread's next call. */
HEDDLE_HOST_API const char *heddle_host_last_error(void);

/** Properties of the processor and limits of a launch. 256 bytes. */
typedef struct heddle_properties {
  uint32_t grid_limit[3];          /*   0: blocks along x, y, z */
  uint32_t block_limit[3];         /*  12: threads along x, y, z */
  uint32_t threads_per_block;      /*  24 */
  uint32_t shared_bytes;           /*  28: dynamic shared memory of one block */
  uint32_t argument_bytes;         /*  32: all arguments of a launch together */
  uint32_t warp_size;              /*  36: 32 */
  uint32_t worker_threads;         /*  40: HEDDLE_HOST_THREADS, or the cores this process may use */
  uint32_t cooperative_blocks;     /*  44: most blocks of a cooperative launch */
  uint32_t fiber_stack_bytes;      /*  48: stack of a thread that blocks (HEDDLE_HOST_STACK_BYTES) */
  uint32_t clock_kilohertz;        /*  52: 0 where the system does not tell */
  uint64_t total_bytes;            /*  56: memory of the machine, or of the control group this process is in */
  uint64_t cache_bytes;            /*  64: last-level cache; 0 where the system does not tell */
  uint32_t page_bytes;             /*  72 */
  uint32_t alignment;              /*  76: what heddle_host_allocate aligns to at least */
  uint32_t function_arguments;     /*  80: most arguments of heddle_host_call; 0 where plain calls are unsupported */
  uint32_t checked;                /*  84: 1 in a build with a sanitizer */
  char name[96];                   /*  88: the processor's name */
  char architecture[32];           /* 184: "x86-64", "aarch64", ... */
  char features[40];               /* 216: "avx512", "avx2", "sse2", "neon", "" */
} heddle_properties;

/** Fills `out`. Starts nothing. */
HEDDLE_HOST_API heddle_status heddle_host_properties(heddle_properties *out);

/** Bytes that could be allocated now, and in all. */
HEDDLE_HOST_API heddle_status heddle_host_memory_info(uint64_t *free_bytes, uint64_t *total_bytes);

/**
 * Where the kernels' printf goes: a file descriptor, 1 (standard output) at first, -1 to drop it. One printf is never
 * cut in two. Text appears at the latest when its launch completes.
 */
HEDDLE_HOST_API heddle_status heddle_host_print_to(int32_t file_descriptor);

/* --- Devices ------------------------------------------------------------------------------------------------------ */

/** Opens a device. All devices of a process share the worker threads and nothing else. */
HEDDLE_HOST_API heddle_status heddle_host_device_open(heddle_device **out);

/**
 * Closes a device: all its handles are invalid from now on. Does not wait: commands not yet begun are dropped, and
 * memory and modules go when the running ones have ended. To reset a device, close it and open another.
 */
HEDDLE_HOST_API heddle_status heddle_host_device_close(heddle_device *device);

/** Counts of live objects. 48 bytes. */
typedef struct heddle_counters {
  uint64_t allocations; /*  0 */
  uint64_t bytes;       /*  8: of the allocations */
  uint64_t streams;     /* 16 */
  uint64_t events;      /* 24 */
  uint64_t modules;     /* 32 */
  uint64_t launches;    /* 40: enqueued so far, never decreasing */
} heddle_counters;

HEDDLE_HOST_API heddle_status heddle_host_device_counters(heddle_device *device, heddle_counters *out);

/**
 * Called when a watched ticket or event is reached, or a stream came to a callback. `cookie` is what the watch was
 * given. It runs on one thread made for it (per device), which holds no lock and waits for the call to return.
 */
typedef void (*heddle_notify)(uint32_t cookie);

/**
 * Registers the one function that tells of completions; null ends it. A call already under way may still arrive.
 */
HEDDLE_HOST_API heddle_status heddle_host_device_notify(heddle_device *device, heddle_notify notify);

/* --- Faults ------------------------------------------------------------------------------------------------------- */

enum {
  HEDDLE_FAULT_NONE = 0,
  HEDDLE_FAULT_ASSERT = 1,          /* assert(): the device is lost */
  HEDDLE_FAULT_TRAP = 2,            /* __trap(): the device is lost */
  HEDDLE_FAULT_DEADLOCK = 3,        /* threads wait for others that can never come; only this launch failed */
  HEDDLE_FAULT_ILLEGAL_ADDRESS = 4, /* a bad pointer, or a stack that overflowed: the device is lost */
  HEDDLE_FAULT_ARITHMETIC = 5,      /* integer division by zero: the device is lost */
  HEDDLE_FAULT_RESOURCE = 6         /* no stacks or threads for the launch; only this launch failed */
};

/** One failed launch. 1024 bytes. */
typedef struct heddle_fault {
  uint32_t kind;        /*   0: HEDDLE_FAULT_... */
  uint32_t line;        /*   4: of an assert; else 0 */
  uint64_t ticket;      /*   8: of the failed command in its stream */
  uint64_t launch;      /*  16: which launch of the device it was, from 1 */
  uint32_t block[3];    /*  24: blockIdx */
  uint32_t thread[3];   /*  36: threadIdx */
  uint32_t has_thread;  /*  48: 0 where no one thread is to blame: `thread` is then 0, 0, 0 */
  uint32_t reserved;    /*  52 */
  char kernel[200];     /*  56: its name as in HEDDLE_KERNEL */
  char file[256];       /* 256: of an assert */
  char message[512];    /* 512: one sentence; for an assert the expression */
} heddle_fault;

/** The fault that made the device unusable: OK and a fault, or HEDDLE_NOT_FOUND when it is well. */
HEDDLE_HOST_API heddle_status heddle_host_device_fault(heddle_device *device, heddle_fault *out);

/* --- Memory ------------------------------------------------------------------------------------------------------- */

/** Takes `bytes` > 0 of memory, not cleared. */
HEDDLE_HOST_API heddle_status heddle_host_allocate(heddle_device *device, uint64_t bytes, void **out);

/** Gives memory back as soon as nothing that is enqueued now, in any stream of the device, can still use it. */
HEDDLE_HOST_API heddle_status heddle_host_free(heddle_device *device, void *address);

/* --- Streams ------------------------------------------------------------------------------------------------------ */

/** Makes a stream. Streams with commands share the workers by priority (lower first; 0 is normal). */
HEDDLE_HOST_API heddle_status heddle_host_stream_create(heddle_device *device, int32_t priority, heddle_stream **out);

/** Destroys a stream once what is in it has run. Does not wait. The handle and its words are invalid at once. */
HEDDLE_HOST_API heddle_status heddle_host_stream_destroy(heddle_stream *stream);

/**
 * A stream's counters, to be read at any time without a call, until the stream is destroyed. Each command enqueued
 * raises `enqueued` by one: the value after a call is the ticket of its command. The stream is idle when both
 * counters are equal. `faults` counts failed launches.
 */
typedef struct heddle_stream_words {
  volatile uint64_t enqueued;  /*  0 */
  uint64_t apart[7];           /* the thread that enqueues and the one that executes write lines of their own */
  volatile uint64_t completed; /* 64 */
  volatile uint64_t faults;    /* 72 */
} heddle_stream_words;

HEDDLE_HOST_API const heddle_stream_words *heddle_host_stream_words(heddle_stream *stream);

/**
 * Waits on the calling thread until `ticket` has completed.
 *
 * @param ticket 0 for all that is enqueued now
 * @param timeout_milliseconds negative: no limit
 */
HEDDLE_HOST_API heddle_status heddle_host_stream_wait(heddle_stream *stream, uint64_t ticket,
                                                      double timeout_milliseconds);

/** Calls the device's notify function with `cookie` once `ticket` has completed (0: all that is enqueued now). */
HEDDLE_HOST_API heddle_status heddle_host_stream_watch(heddle_stream *stream, uint64_t ticket, uint32_t cookie);

/** Enqueues a call of the device's notify function with `cookie`. The stream does not wait for it to return. */
HEDDLE_HOST_API heddle_status heddle_host_stream_callback(heddle_stream *stream, uint32_t cookie);

/**
 * Takes the oldest fault of a command up to `ticket` (0: any) off the stream's list.
 *
 * @return HEDDLE_NOT_FOUND when there is none
 */
HEDDLE_HOST_API heddle_status heddle_host_stream_take_fault(heddle_stream *stream, uint64_t ticket, heddle_fault *out);

/* --- Transfers, in stream order ----------------------------------------------------------------------------------- */

enum {
  /** heddle_host_copy: reads the source before the call returns (up to 64 KiB; larger is HEDDLE_ARGUMENT). */
  HEDDLE_COPY_SNAPSHOT = 1
};
#define HEDDLE_SNAPSHOT_BYTES 65536u

/** Copies within memory, host's or device's, in any direction. The two may overlap. */
HEDDLE_HOST_API heddle_status heddle_host_copy(heddle_stream *stream, void *destination, const void *source,
                                               uint64_t bytes, uint32_t flags);

/** A box between two pitched volumes. 72 bytes; read before the call returns. */
typedef struct heddle_rectangle {
  uint64_t destination;             /*  0: address of the box's first byte */
  uint64_t source;                  /*  8 */
  uint64_t extent[3];               /* 16: bytes along x, rows, slices */
  uint64_t destination_row_pitch;   /* 40: bytes */
  uint64_t destination_slice_pitch; /* 48 */
  uint64_t source_row_pitch;        /* 56 */
  uint64_t source_slice_pitch;      /* 64 */
} heddle_rectangle;

HEDDLE_HOST_API heddle_status heddle_host_copy_rectangle(heddle_stream *stream, const heddle_rectangle *rectangle);

/** Repeats a pattern of 1, 2, 4, 8 or 16 bytes; `bytes` is a multiple of it. */
HEDDLE_HOST_API heddle_status heddle_host_fill(heddle_stream *stream, void *destination, uint64_t bytes,
                                               const void *pattern, uint32_t pattern_bytes);

/* --- Events ------------------------------------------------------------------------------------------------------- */

HEDDLE_HOST_API heddle_status heddle_host_event_create(heddle_device *device, heddle_event **out);
HEDDLE_HOST_API heddle_status heddle_host_event_destroy(heddle_event *event);
/** Enqueues the event; a later record replaces an earlier one. */
HEDDLE_HOST_API heddle_status heddle_host_event_record(heddle_stream *stream, heddle_event *event);
/** Lets the stream go on only after the event's last record, as of this call, was reached. Unrecorded: no wait. */
HEDDLE_HOST_API heddle_status heddle_host_stream_wait_event(heddle_stream *stream, heddle_event *event);
/** @return 1 when the last record was reached (or there was none), else 0 */
HEDDLE_HOST_API int32_t heddle_host_event_reached(heddle_event *event);
/** Calls the device's notify function with `cookie` once the last record was reached. */
HEDDLE_HOST_API heddle_status heddle_host_event_watch(heddle_event *event, uint32_t cookie);
/** Waits on the calling thread. */
HEDDLE_HOST_API heddle_status heddle_host_event_wait(heddle_event *event, double timeout_milliseconds);
/** Milliseconds between the moments two events were reached; HEDDLE_NOT_READY before that. */
HEDDLE_HOST_API heddle_status heddle_host_event_elapsed(heddle_event *start, heddle_event *end, double *milliseconds);

/* --- Modules ------------------------------------------------------------------------------------------------------ */

/** Loads a shared object from memory. Each load has globals of its own. `bytes` may go when the call returns. */
HEDDLE_HOST_API heddle_status heddle_host_module_load(heddle_device *device, const void *bytes, uint64_t size,
                                                      heddle_module **out);
/** Unloads once nothing that is enqueued now can still use it. Its kernels and globals are invalid at once. */
HEDDLE_HOST_API heddle_status heddle_host_module_unload(heddle_module *module);

/** Number of HEDDLE_KERNEL lines: indexes 0 to count - 1. */
HEDDLE_HOST_API uint32_t heddle_host_module_kernel_count(heddle_module *module);
HEDDLE_HOST_API heddle_status heddle_host_module_kernel(heddle_module *module, uint32_t index, heddle_kernel **out);
/** By the name given in HEDDLE_KERNEL. */
HEDDLE_HOST_API heddle_status heddle_host_module_kernel_named(heddle_module *module, const char *name,
                                                              heddle_kernel **out);

/** Number of HEDDLE_GLOBAL lines. */
HEDDLE_HOST_API uint32_t heddle_host_module_global_count(heddle_module *module);
/** @return the name given in HEDDLE_GLOBAL, or null */
HEDDLE_HOST_API const char *heddle_host_module_global_name(heddle_module *module, uint32_t index);
HEDDLE_HOST_API heddle_status heddle_host_module_global(heddle_module *module, const char *name, void **address,
                                                        uint64_t *bytes);
/** The address of an exported C function (or of any exported symbol), for heddle_host_call. */
HEDDLE_HOST_API heddle_status heddle_host_module_function(heddle_module *module, const char *symbol, void **address);

/** Facts about a compiled kernel. 64 bytes; the name lives as long as the module. */
typedef struct heddle_kernel_attributes {
  const char *name;            /*  0 */
  uint32_t argument_count;     /*  8 */
  uint32_t argument_bytes;     /* 12: end of the last argument in the record, without padding after it */
  uint32_t has_blocked;        /* 16: 1 once a thread has had to wait for another: it then ran on fibers */
  uint32_t threads_per_block;  /* 20: the most a launch may have */
  uint64_t shared_bytes;       /* 24: static shared memory of the whole module: the sum over its kernels */
  uint64_t reserved[4];        /* 32 */
} heddle_kernel_attributes;

HEDDLE_HOST_API heddle_status heddle_host_kernel_attributes(heddle_kernel *kernel, heddle_kernel_attributes *out);

/** Where an argument lies in the argument record: C struct layout. 16 bytes. */
typedef struct heddle_argument {
  uint32_t offset;    /*  0 */
  uint32_t bytes;     /*  4: sizeof; 1 for an empty struct */
  uint32_t alignment; /*  8: alignof */
  uint32_t kind;      /* 12: 0 other, 1 pointer, 2 integer or enumeration, 3 floating point */
} heddle_argument;

HEDDLE_HOST_API heddle_status heddle_host_kernel_argument(heddle_kernel *kernel, uint32_t index, heddle_argument *out);

/** Blocks of `kernel` that a cooperative launch may have per worker thread. */
HEDDLE_HOST_API heddle_status heddle_host_kernel_resident_blocks(heddle_kernel *kernel, uint32_t threads_per_block,
                                                                 uint32_t shared_bytes, uint32_t *out);

/* --- Launches ----------------------------------------------------------------------------------------------------- */

enum {
  /** All blocks are resident at once and grid.sync() works. */
  HEDDLE_LAUNCH_COOPERATIVE = 1
};

/**
 * A launch. 64 bytes. The caller may keep one per bound kernel and pass its address again and again: it and the
 * arguments are copied before the call returns.
 */
typedef struct heddle_launch_record {
  uint64_t stream;         /*  0: heddle_stream * */
  uint64_t kernel;         /*  8: heddle_kernel * */
  uint64_t arguments;      /* 16: address of the argument record: C struct layout, as heddle_host_kernel_argument says */
  uint32_t argument_bytes; /* 24: at least the kernel's */
  uint32_t flags;          /* 28: HEDDLE_LAUNCH_... */
  uint32_t grid[3];        /* 32: blocks */
  uint32_t block[3];       /* 44: threads */
  uint32_t shared_bytes;   /* 56: dynamic shared memory of a block */
  uint32_t reserved;       /* 60 */
} heddle_launch_record;

HEDDLE_HOST_API heddle_status heddle_host_launch(const heddle_launch_record *record);

/**
 * Enqueues one command that launches `count` times, one after the other, and writes the nanoseconds of each launch to
 * `nanoseconds`, which must stay in place until the command's ticket has completed. A fault ends the series; the rest
 * is then NaN.
 */
HEDDLE_HOST_API heddle_status heddle_host_time(const heddle_launch_record *record, uint32_t count, double *nanoseconds);

/* --- Plain functions ---------------------------------------------------------------------------------------------- */

enum {
  HEDDLE_VALUE_NONE = 0,    /* as a result: returns nothing */
  HEDDLE_VALUE_INT32 = 1,   /* also bool, char, short: sign- or zero-extend `bits` to 64 bits as the type asks */
  HEDDLE_VALUE_INT64 = 2,
  HEDDLE_VALUE_POINTER = 3,
  HEDDLE_VALUE_FLOAT = 4,
  HEDDLE_VALUE_DOUBLE = 5
};

/** A value for a call. 16 bytes. */
typedef struct heddle_value {
  uint64_t bits; /* 0: the value in the low bytes; a float in the low four */
  uint32_t type; /* 8: HEDDLE_VALUE_... */
  uint32_t reserved;
} heddle_value;

#define HEDDLE_CALL_ARGUMENTS 64u

/** A call of a C function. 48 bytes, read before the call returns together with the arguments. */
typedef struct heddle_call_record {
  uint64_t stream;         /*  0: heddle_stream * */
  uint64_t function;       /*  8: address of the function */
  uint64_t arguments;      /* 16: address of heddle_value[argument_count] */
  uint32_t argument_count; /* 24: at most HEDDLE_CALL_ARGUMENTS */
  uint32_t result_type;    /* 28: HEDDLE_VALUE_... */
  uint64_t result;         /* 32: address of 8 bytes that get the result's bits; stays in place until completion */
  uint64_t nanoseconds;    /* 40: 0, or the address of a double that gets how long the call took */
} heddle_call_record;

/**
 * Enqueues a call with the platform's C calling convention: C, C++ `extern "C"` and Fortran `bind(c)` functions with
 * scalar and pointer arguments. It runs on a worker's ordinary stack.
 */
HEDDLE_HOST_API heddle_status heddle_host_call(const heddle_call_record *record);

/* --- Programs ----------------------------------------------------------------------------------------------------- */

/** A program that runs, and this process's ends of its pipes. 16 bytes. */
typedef struct heddle_program {
  int32_t process; /*  0: its number */
  int32_t input;   /*  4: to write its standard input to; -1: it has none */
  int32_t output;  /*  8: to read its standard output from */
  int32_t errors;  /* 12: to read its standard error from */
} heddle_program;

/**
 * Starts a program without copying this process's page tables, which is what fork() does while everything waits.
 *
 * @param words the arguments, the program's path first, and after them the variables of its environment, `NAME=value`;
 *   each ends with a NUL
 * @param folder its working folder; NULL: this process's
 * @return UNSUPPORTED if the system has nothing of the kind; NOT_FOUND, with the system's reason, where the program
 *   cannot be started; RESOURCE if there are no file descriptors left
 */
HEDDLE_HOST_API heddle_status heddle_host_program_start(const char *words, uint32_t arguments, uint32_t variables,
                                                        const char *folder, uint32_t has_input, heddle_program *program);

/**
 * Asks whether a program has ended, once more until it has. Does not wait.
 *
 * @param code gets its exit code, -1 if a signal ended it
 * @param signal gets the number of that signal, else 0
 * @return NOT_READY while it runs
 */
HEDDLE_HOST_API heddle_status heddle_host_program_ended(int32_t process, int32_t *code, int32_t *signal);

/* --- For benchmarks ----------------------------------------------------------------------------------------------- */

/** @return nanoseconds of one switch between two fibers, the median of several runs; negative when out of memory */
HEDDLE_HOST_API double heddle_host_measure_switch(uint32_t switches);

#ifdef __cplusplus
}
#endif
#endif

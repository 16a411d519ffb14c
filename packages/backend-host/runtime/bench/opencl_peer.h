// PoCL as a peer: bench/kernels.cl on the first OpenCL device, if this was built with OpenCL and there is one.
#pragma once

struct opencl_peer;

// Null when there is none.
opencl_peer *open_opencl(const char *source_path, unsigned long buffer_bytes);
// Milliseconds of one launch with `global` x `local` work items, waiting included; the arguments are three buffers
// and `n`.
double run_opencl(opencl_peer *peer, const char *kernel, unsigned dimensions, const unsigned long *global,
                  const unsigned long *local, int n);

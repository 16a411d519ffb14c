// The statuses of the CUDA driver that the emulator gives; HIP's have the same numbers.
#pragma once

namespace emulated {

enum status : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  deinitialized = 4,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  already_mapped = 208,
  no_binary_for_gpu = 209,
  invalid_ptx = 218,
  invalid_source = 300,
  file_not_found = 301,
  invalid_handle = 400,
  illegal_state = 401,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  peer_access_already_enabled = 704,
  peer_access_not_enabled = 705,
  context_is_destroyed = 709,
  assertion = 710,
  memory_already_registered = 712,
  memory_not_registered = 713,
  launch_failed = 719,
  cooperative_launch_too_large = 720,
  not_supported = 801,
  capture_unsupported = 900,
  capture_invalidated = 901,
  capture_unmatched = 903,
  capture_unjoined = 904,
  captured_event = 907,
  graph_update_failed = 910,
  unknown = 999,
};

// "CUDA_ERROR_INVALID_VALUE", and a sentence; null for a number that none has.
const char *status_name(int value);
const char *status_text(int value);

// After one of these every call in the context fails with it.
bool is_sticky(int value);

}  // namespace emulated

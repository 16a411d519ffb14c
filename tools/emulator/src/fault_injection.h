// Failures on order: makes a chosen call of the emulated libraries fail with a chosen status.
//
// A rule is `call=status`, `call#3=status` (the third call from now on), `call#3+=status` (the third and all later).
// Rules are separated by commas. A `~` before the status of a launch lets it be accepted and fail when it runs, as
// GPUs do. They come from HEDDLE_EMULATOR_FAILURES, and from heddleEmulatorFail(rules), which replaces them and
// restarts the counts.
#pragma once

namespace emulated {

struct injected {
  int status = 0;
  bool later = false;  // when the work runs
};

// Counts a call, and says how it is to fail.
injected injected_failure(const char *call);

// The status that every call of the process gets after a kernel's fault, in new contexts too: so do NVIDIA's drivers
// since CUDA 12. HEDDLE_EMULATOR_FAULT_SCOPE=context keeps a fault within its context, as older ones did.
// heddleEmulatorFail() forgets it, for tests that go on in the same process.
int process_fault();
void note_process_fault(int status);

}  // namespace emulated

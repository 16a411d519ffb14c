#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fiber_stacks.h"
#include "function_call.h"
#include "limits.h"
#include "machine_memory.h"
#include "module_image.h"
#include "parallel_launch.h"
#include "report_error.h"
#include "sanitizer_fibers.h"
#include "threads.h"

namespace heddle {

unsigned most_call_arguments();

namespace {

// The processor's name where Linux tells it: "model name" on x86, rarely anything on ARM.
void name_processor(char *name, size_t size) {
  snprintf(name, size, "CPU");
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (!file) return;
  char line[256];
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, "model name", 10) != 0 && strncmp(line, "uarch", 5) != 0) continue;
    const char *value = strchr(line, ':');
    if (!value) continue;
    for (value++; *value == ' ';) value++;
    snprintf(name, size, "%s", value);
    name[strcspn(name, "\n")] = 0;
    break;
  }
  fclose(file);
}

uint64_t number_in_file(const char *path) {
  unsigned long long number = 0;
  if (FILE *file = fopen(path, "r")) {
    char unit = 0;
    if (fscanf(file, "%llu%c", &number, &unit) < 1) number = 0;
    if (unit == 'K') number <<= 10;
    if (unit == 'M') number <<= 20;
    fclose(file);
  }
  return number;
}

uint64_t last_level_cache() {
  for (int level = 4; level >= 0; level--) {
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", level);
    if (const uint64_t bytes = number_in_file(path)) return bytes;
  }
  return 0;
}

void describe_processor(heddle_properties *out) {
#if defined(__x86_64__)
  snprintf(out->architecture, sizeof out->architecture, "x86-64");
  __builtin_cpu_init();
  const char *features = __builtin_cpu_supports("avx512f") ? "avx512" : __builtin_cpu_supports("avx2") ? "avx2" : "sse2";
  snprintf(out->features, sizeof out->features, "%s", features);
#elif defined(__aarch64__)
  snprintf(out->architecture, sizeof out->architecture, "aarch64");
  snprintf(out->features, sizeof out->features, "neon");
#elif defined(__riscv)
  snprintf(out->architecture, sizeof out->architecture, "riscv64");
#else
  snprintf(out->architecture, sizeof out->architecture, "unknown");
#endif
}

}  // namespace
}  // namespace heddle

using namespace heddle;

extern "C" HEDDLE_HOST_API heddle_status heddle_host_properties(heddle_properties *out) {
  if (!out) return report(HEDDLE_ARGUMENT, "a null argument");
  *out = {};
  memcpy(out->grid_limit, grid_limit, sizeof out->grid_limit);
  memcpy(out->block_limit, block_limit, sizeof out->block_limit);
  out->threads_per_block = most_fibers;
  out->shared_bytes = (uint32_t)dynamic_shared_limit;
  out->argument_bytes = argument_limit;
  out->warp_size = 32;
  out->worker_threads = worker_count();
  out->cooperative_blocks = cooperative_limit();
  out->fiber_stack_bytes = (uint32_t)fiber_stack_bytes();
  out->clock_kilohertz = (uint32_t)number_in_file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  out->total_bytes = ask_machine_memory().total;
  out->cache_bytes = last_level_cache();
  out->page_bytes = (uint32_t)sysconf(_SC_PAGESIZE);
  out->alignment = 256;
  out->function_arguments = most_call_arguments();
  out->checked = HEDDLE_SANITIZER_FIBERS;
  name_processor(out->name, sizeof out->name);
  describe_processor(out);
  return HEDDLE_OK;
}

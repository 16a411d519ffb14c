#include "machine_memory.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace heddle {
namespace {

// A file that holds one number; ~0 if there is none, or it says "max".
uint64_t number_in(const char *path) {
  unsigned long long number = ~0ull;
  if (FILE *file = fopen(path, "r")) {
    if (fscanf(file, "%llu", &number) != 1) number = ~0ull;
    fclose(file);
  }
  return number;
}

// The limit of a container, if it has one: version 2 of control groups, then version 1.
void apply_control_group(machine_memory &memory) {
  static const char *const places[][2] = {
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
  for (const auto &place : places) {
    const uint64_t most = number_in(place[0]);
    if (most >= memory.total) continue;
    const uint64_t used = number_in(place[1]);
    memory.total = most;
    const uint64_t left = used < most ? most - used : 0;
    if (left < memory.available) memory.available = left;
  }
}

}  // namespace

machine_memory ask_machine_memory() {
  machine_memory memory = {(uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE), 0};
  memory.available = memory.total;
  if (FILE *file = fopen("/proc/meminfo", "r")) {
    char line[128];
    unsigned long long kibibytes;
    while (fgets(line, sizeof line, file)) {
      if (sscanf(line, "MemAvailable: %llu kB", &kibibytes) != 1) continue;
      memory.available = kibibytes << 10;
      break;
    }
    fclose(file);
  }
  apply_control_group(memory);
  return memory;
}

}  // namespace heddle

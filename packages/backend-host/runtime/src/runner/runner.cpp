// Runs one launch of a module that was compiled with a sanitizer, in a process of its own, which the sanitizer may end.
//
//   runner <module> <description>
//
// The description is a text file of lines; paths stand at the end of their line and may contain spaces:
//
//   kernel <name>                                 as in its HEDDLE_KERNEL line
//   grid <x> <y> <z>
//   block <x> <y> <z>
//   shared <bytes>
//   cooperative <0 or 1>
//   buffer <bytes> <file>                         number 0, 1, ...: its contents, read before and written back after
//   global <bytes> <file> <tab> <name>            a variable of the module, in the same way
//   arguments <file>                              the argument record
//   pointer <offset> <place>                      the record's word at `offset` is the address of a place
//   inside <buffer> <offset> <place>              so is a buffer's
//
// A place is `buffer <number> <byte offset>` or `global <number> <byte offset>`, the numbers counted from 0.
//
// Exit status: 0 the launch ran; 3 it failed, and standard output ends with a line `fault <kind> <block> <thread>
// <message>`; 2 the description is wrong; 66 the sanitizer found something, which it wrote to standard error.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../../heddle_host.h"

// The sanitizers' options. The program that starts the runner may still override it by ASAN_OPTIONS and the like.
extern "C" {
const char *__asan_default_options() {
  return "exitcode=66:detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=0:symbolize=1";
}
const char *__tsan_default_options() {
  return "exitcode=66:halt_on_error=0:report_signal_unsafe=0:report_thread_leaks=0:ignore_noninstrumented_modules=0";
}
const char *__ubsan_default_options() { return "exitcode=66:halt_on_error=1:print_stacktrace=1"; }
}

namespace {

struct bytes {
  unsigned char *data = nullptr;
  size_t size = 0;
};
struct buffer {
  bytes memory;
  char path[4096];
};
struct variable {
  buffer contents;
  char name[512];
};
struct pointer {
  long holder;  // number of a buffer; -1 for the argument record
  unsigned long offset, number, byte_offset;
  char kind[8];
};

constexpr unsigned most = 256;

struct description {
  char kernel[8192] = "";
  heddle_launch_record record = {};
  buffer buffers[most];
  variable variables[most];
  pointer pointers[most];
  unsigned buffer_count = 0, variable_count = 0, pointer_count = 0;
  bytes arguments;
};

[[noreturn]] void refuse(const char *what, const char *detail) {
  fprintf(stderr, "runner: %s: %s\n", what, detail);
  exit(2);
}
void require(heddle_status status, const char *what) {
  if (status != HEDDLE_OK) refuse(what, heddle_host_last_error());
}

bytes read_whole(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) refuse("cannot read", path);
  const long size = ftell(file);
  rewind(file);
  bytes whole = {(unsigned char *)malloc(size > 0 ? (size_t)size : 1), (size_t)size};
  if (size < 0 || !whole.data || fread(whole.data, 1, whole.size, file) != whole.size) refuse("cannot read", path);
  fclose(file);
  return whole;
}

void write_whole(const char *path, const void *data, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) refuse("cannot write", path);
}

void add_buffer(description &all, unsigned long size, const char *path) {
  if (all.buffer_count == most) refuse("too many buffers", path);
  buffer &added = all.buffers[all.buffer_count++];
  added.memory.size = size;
  snprintf(added.path, sizeof added.path, "%s", path);
}

void add_variable(description &all, unsigned long size, char *path_and_name) {
  char *tab = strchr(path_and_name, '\t');
  if (!tab || all.variable_count == most) refuse("a wrong global", path_and_name);
  *tab = 0;
  variable &added = all.variables[all.variable_count++];
  added.contents.memory.size = size;
  snprintf(added.contents.path, sizeof added.contents.path, "%s", path_and_name);
  snprintf(added.name, sizeof added.name, "%s", tab + 1);
}

bool read_pointer(const char *line, pointer &added) {
  unsigned long &offset = added.offset, &number = added.number, &byte_offset = added.byte_offset;
  added.holder = -1;
  return sscanf(line, "pointer %lu %7s %lu %lu", &offset, added.kind, &number, &byte_offset) == 4 ||
         sscanf(line, "inside %ld %lu %7s %lu %lu", &added.holder, &offset, added.kind, &number, &byte_offset) == 5;
}

void read_line(description &all, char *line) {
  heddle_launch_record &record = all.record;
  unsigned long size;
  int rest = 0;
  pointer added;
  unsigned cooperative;
  if (sscanf(line, "grid %u %u %u", &record.grid[0], &record.grid[1], &record.grid[2]) == 3) return;
  if (sscanf(line, "block %u %u %u", &record.block[0], &record.block[1], &record.block[2]) == 3) return;
  if (sscanf(line, "shared %u", &record.shared_bytes) == 1) return;
  if (sscanf(line, "cooperative %u", &cooperative) == 1) {
    record.flags = cooperative ? HEDDLE_LAUNCH_COOPERATIVE : 0;
  } else if (strncmp(line, "kernel ", 7) == 0) {
    snprintf(all.kernel, sizeof all.kernel, "%s", line + 7);
  } else if (strncmp(line, "arguments ", 10) == 0) {
    all.arguments = read_whole(line + 10);
  } else if (sscanf(line, "buffer %lu %n", &size, &rest) == 1 && rest > 0) {
    add_buffer(all, size, line + rest);
  } else if (sscanf(line, "global %lu %n", &size, &rest) == 1 && rest > 0) {
    add_variable(all, size, line + rest);
  } else if (read_pointer(line, added) && all.pointer_count < most) {
    all.pointers[all.pointer_count++] = added;
  } else {
    refuse("a wrong line", line);
  }
}

void read_description(description &all, const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) refuse("cannot read", path);
  static char line[8192];
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = 0;
    if (line[0]) read_line(all, line);
  }
  fclose(file);
}

// Contents of a buffer or variable; a shorter file leaves the rest unchanged.
void fill(void *to, const buffer &from) {
  const bytes contents = read_whole(from.path);
  memcpy(to, contents.data, contents.size < from.memory.size ? contents.size : from.memory.size);
  free(contents.data);
}

const bytes *memory_of(const description &all, const pointer &one) {
  if (strcmp(one.kind, "global") == 0)
    return one.number < all.variable_count ? &all.variables[one.number].contents.memory : nullptr;
  return one.number < all.buffer_count ? &all.buffers[one.number].memory : nullptr;
}

void place_pointers(description &all) {
  for (unsigned i = 0; i < all.pointer_count; i++) {
    const pointer &one = all.pointers[i];
    if (one.holder >= (long)all.buffer_count) refuse("a wrong pointer", all.kernel);
    const bytes &holder = one.holder < 0 ? all.arguments : all.buffers[one.holder].memory, *place = memory_of(all, one);
    if (!place || one.offset + 8 > holder.size) refuse("a wrong pointer", all.kernel);
    const uint64_t address = (uint64_t)(uintptr_t)place->data + one.byte_offset;
    memcpy(holder.data + one.offset, &address, sizeof address);
  }
}

// The module is loaded from a copy, whose file the sanitizer reads source lines from until the end: it lies beside the
// description, so that it goes with whatever folder that is in.
void keep_files_beside(const char *path) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = 0;
  setenv("TMPDIR", slash ? folder : ".", 1);
}

int report_fault(const heddle_fault &fault) {
  static const char *const kinds[] = {"none", "assert", "trap", "deadlock", "illegal-address", "arithmetic", "resource"};
  printf("fault %s %u,%u,%u ", fault.kind < sizeof kinds / sizeof *kinds ? kinds[fault.kind] : "unknown", fault.block[0],
         fault.block[1], fault.block[2]);
  if (fault.has_thread) printf("%u,%u,%u ", fault.thread[0], fault.thread[1], fault.thread[2]);
  else printf("- ");
  if (fault.file[0]) printf("%s:%u: ", fault.file, fault.line);
  printf("%s\n", fault.message);
  return 3;
}

}  // namespace

int main(int count, char **values) {
  if (count != 3) refuse("usage", "runner <module> <description>");
  // Races between blocks show only where blocks really run side by side.
  setenv("HEDDLE_HOST_THREADS", "4", 0);
  keep_files_beside(values[2]);
  static description all;
  read_description(all, values[2]);
  heddle_device *device;
  heddle_stream *stream;
  heddle_module *module;
  heddle_kernel *kernel;
  require(heddle_host_device_open(&device), "no device");
  require(heddle_host_stream_create(device, 0, &stream), "no stream");
  const bytes image = read_whole(values[1]);
  require(heddle_host_module_load(device, image.data, image.size, &module), "cannot load the module");
  require(heddle_host_module_kernel_named(module, all.kernel, &kernel), "no such kernel");
  for (unsigned i = 0; i < all.buffer_count; i++) {
    buffer &one = all.buffers[i];
    // From the heap directly: exactly as large as the buffer, so that its red zone begins after its last byte.
    one.memory.data = (unsigned char *)malloc(one.memory.size > 0 ? one.memory.size : 1);
    if (!one.memory.data) refuse("no memory", one.path);
    fill(one.memory.data, one);
  }
  for (unsigned i = 0; i < all.variable_count; i++) {
    variable &one = all.variables[i];
    uint64_t size;
    void *address;
    require(heddle_host_module_global(module, one.name, &address, &size), "no such variable");
    if (size != one.contents.memory.size) refuse("a variable of another size", one.name);
    one.contents.memory.data = (unsigned char *)address;
    fill(address, one.contents);
  }
  place_pointers(all);
  all.record.stream = (uint64_t)(uintptr_t)stream;
  all.record.kernel = (uint64_t)(uintptr_t)kernel;
  all.record.arguments = (uint64_t)(uintptr_t)all.arguments.data;
  all.record.argument_bytes = (uint32_t)all.arguments.size;
  require(heddle_host_launch(&all.record), "cannot launch");
  require(heddle_host_stream_wait(stream, 0, -1), "cannot wait");
  heddle_fault fault;
  if (heddle_host_stream_take_fault(stream, 0, &fault) == HEDDLE_OK) return report_fault(fault);
  for (unsigned i = 0; i < all.buffer_count; i++)
    write_whole(all.buffers[i].path, all.buffers[i].memory.data, all.buffers[i].memory.size);
  for (unsigned i = 0; i < all.variable_count; i++) {
    const buffer &contents = all.variables[i].contents;
    write_whole(contents.path, contents.memory.data, contents.memory.size);
  }
  return 0;
}

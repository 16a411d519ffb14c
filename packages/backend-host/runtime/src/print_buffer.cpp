#include "print_buffer.h"

#include <errno.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../heddle_host.h"
#include "lock.h"

namespace heddle {
namespace {

std::atomic<int> destination{1};

void write_out(const char *text, size_t bytes) {
  // Several workers print: the lock keeps the pieces of a text that the system takes in parts together.
  static mutex *writing = new mutex;
  const int descriptor = destination.load();
  if (descriptor < 0) return;
  locked hold(*writing);
  while (bytes > 0) {
    const ssize_t written = write(descriptor, text, bytes);
    if (written >= 0) {
      text += written;
      bytes -= (size_t)written;
    } else if (errno == EAGAIN) {  // a pipe that Node has made non-blocking
      usleep(1000);
    } else if (errno != EINTR) {
      return;  // a closed descriptor: there is nobody to tell
    }
  }
}

}  // namespace

int print_buffer::add(const char *format, va_list arguments) {
  if (!text) text = (char *)malloc(capacity);
  if (!text) return -1;
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(text + used, capacity - used, format, arguments);
  if (length >= 0 && (size_t)length < capacity - used) {
    used += (size_t)length;
  } else if (length >= 0) {
    flush();
    if ((size_t)length < capacity) {
      used = (size_t)vsnprintf(text, capacity, format, again);
    } else if (char *whole = (char *)malloc((size_t)length + 1)) {
      vsnprintf(whole, (size_t)length + 1, format, again);
      write_out(whole, (size_t)length);
      free(whole);
    }
  }
  va_end(again);
  return length;
}

void print_buffer::flush() {
  if (used > 0) write_out(text, used);
  used = 0;
}

}  // namespace heddle

extern "C" HEDDLE_HOST_API heddle_status heddle_host_print_to(int32_t file_descriptor) {
  heddle::destination.store(file_descriptor);
  return HEDDLE_OK;
}

// Order, events, waiting, watching, and what happens to streams that are destroyed while busy.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

#include "harness.h"
using namespace test;

namespace {

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

std::atomic<uint32_t> notified[64];
std::atomic<int> notifications;
void notify(uint32_t cookie) {
  if (cookie < 64) notified[cookie]++;
  notifications++;
}
bool eventually(bool (*condition)()) {
  for (int i = 0; i < 5000 && !condition(); i++) usleep(1000);
  return condition();
}

void order() {
  session s;
  const size_t n = 1 << 20;
  std::vector<unsigned> back(n);
  unsigned *d = s.allocate<unsigned>(n), *e = s.allocate<unsigned>(n);
  bool right = true;
  for (unsigned round = 0; round < 20; round++) {
    const unsigned pattern = round * 0x01010101u + round;
    OK(heddle_host_fill(s.stream, d, n * 4, &pattern, 4));
    OK(heddle_host_copy(s.stream, e, d, n * 4, 0));
    OK(heddle_host_copy(s.stream, back.data(), e, n * 4, 0));
    OK(heddle_host_stream_wait(s.stream, 0, -1));
    for (unsigned v : back) right &= v == pattern;
  }
  CHECK(right);
  const heddle_stream_words *words = heddle_host_stream_words(s.stream);
  CHECK(words->enqueued == 60 && words->completed == 60 && words->faults == 0);
  // All pattern sizes.
  for (uint32_t size : {1u, 2u, 4u, 8u, 16u}) {
    unsigned char pattern[16];
    for (int i = 0; i < 16; i++) pattern[i] = (unsigned char)(i * 37 + size);
    OK(heddle_host_fill(s.stream, d, 4096 + 16, pattern, size));
    CHECK(s.finish());
    for (uint32_t i = 0; i < 4096 + 16; i++) right &= ((unsigned char *)d)[i] == pattern[i % size];
  }
  CHECK(right);
  CHECK(heddle_host_fill(s.stream, d, 10, "abc", 3) == HEDDLE_ARGUMENT);
  CHECK(heddle_host_fill(s.stream, d, 10, "abcd", 4) == HEDDLE_ARGUMENT);
  // A snapshot may change as soon as the call returns.
  for (unsigned i = 0; i < 1000; i++) {
    unsigned value = i * 3;
    OK(heddle_host_copy(s.stream, d + i, &value, 4, HEDDLE_COPY_SNAPSHOT));
  }
  CHECK(s.finish());
  for (unsigned i = 0; i < 1000; i++) right &= d[i] == i * 3;
  CHECK(right);
  CHECK(heddle_host_copy(s.stream, d, e, 65537, HEDDLE_COPY_SNAPSHOT) == HEDDLE_ARGUMENT);
  std::vector<unsigned char> large(65536, 9);
  for (int i = 0; i < 20; i++) OK(heddle_host_copy(s.stream, e + 16384 * i, large.data(), 65536, HEDDLE_COPY_SNAPSHOT));
  CHECK(s.finish() && e[16384 * 19 + 77] == 0x09090909u);
}

void rectangles() {
  session s;
  std::vector<unsigned char> from(20 * 10 * 5), to(30 * 12 * 6, 255);
  for (size_t i = 0; i < from.size(); i++) from[i] = (unsigned char)(i % 251);
  heddle_rectangle box = {};
  box.destination = (uint64_t)(uintptr_t)(to.data() + 2 * 360 + 1 * 30 + 4);
  box.source = (uint64_t)(uintptr_t)(from.data() + 1 * 200 + 3 * 20 + 5);
  box.extent[0] = 7, box.extent[1] = 4, box.extent[2] = 3;
  box.destination_row_pitch = 30, box.destination_slice_pitch = 360;
  box.source_row_pitch = 20, box.source_slice_pitch = 200;
  OK(heddle_host_copy_rectangle(s.stream, &box));
  CHECK(s.finish());
  bool right = true;
  for (unsigned z = 0; z < 6; z++)
    for (unsigned y = 0; y < 12; y++)
      for (unsigned x = 0; x < 30; x++) {
        const bool inside = z >= 2 && z < 5 && y >= 1 && y < 5 && x >= 4 && x < 11;
        const unsigned char expected = inside ? from[(z - 2 + 1) * 200 + (y - 1 + 3) * 20 + (x - 4 + 5)] : 255;
        right &= to[z * 360 + y * 30 + x] == expected;
      }
  CHECK(right);
}

void many_launches() {
  session s;
  heddle_module *m = s.load("loops");
  heddle_kernel *kernel;
  OK(heddle_host_module_kernel_named(m, "cell", &kernel));
  unsigned long long *cells = s.allocate<unsigned long long>(256);
  const arguments values = pack(cells);
  const heddle_launch_record record = s.record(kernel, {4}, {64}, values);
  const int count = 100000;
  for (int i = 0; i < count; i++)
    if (heddle_host_launch(&record) != HEDDLE_OK) CHECK(false);
  CHECK(s.finish());
  bool right = true;
  for (int i = 0; i < 256; i++) right &= cells[i] == (unsigned long long)count;
  CHECK(right);
  std::vector<double> nanoseconds(1000, -1);
  OK(heddle_host_time(&record, 1000, nanoseconds.data()));
  CHECK(s.finish() && cells[0] == (unsigned long long)count + 1000);
  for (double t : nanoseconds) right &= t >= 0 && t < 1e9;
  CHECK(right);
}

void events() {
  session s;
  heddle_stream *other;
  OK(heddle_host_stream_create(s.device, -1, &other));
  heddle_event *start, *end;
  OK(heddle_host_event_create(s.device, &start));
  OK(heddle_host_event_create(s.device, &end));
  double elapsed;
  CHECK(heddle_host_event_elapsed(start, end, &elapsed) == HEDDLE_NOT_READY);
  CHECK(heddle_host_event_reached(start) == 1);
  OK(heddle_host_stream_wait_event(other, start));  // never recorded: no wait
  heddle_module *m = s.load("loops");
  heddle_kernel *busy, *cell;
  OK(heddle_host_module_kernel_named(m, "busy", &busy));
  OK(heddle_host_module_kernel_named(m, "cell", &cell));
  float *scratch = s.allocate<float>(32);
  const arguments long_run = pack(scratch, 20000000);
  OK(heddle_host_event_record(s.stream, start));
  OK(s.launch(busy, {1}, {1}, long_run));
  unsigned value = 0;
  unsigned *cellv = s.allocate<unsigned>(4);
  const unsigned seven = 7;
  OK(heddle_host_copy(s.stream, cellv, &seven, 4, HEDDLE_COPY_SNAPSHOT));
  OK(heddle_host_event_record(s.stream, end));
  CHECK(heddle_host_event_reached(end) == 0);
  OK(heddle_host_stream_wait_event(other, end));
  OK(heddle_host_copy(other, &value, cellv, 4, 0));
  OK(heddle_host_stream_wait(other, 0, 20000));
  CHECK(value == 7 && heddle_host_event_reached(end) == 1);
  OK(heddle_host_event_elapsed(start, end, &elapsed));
  CHECK(elapsed > 1 && elapsed < 20000);
  OK(heddle_host_event_wait(end, 1000));

  // Streams go on independently: a stream that waits keeps no worker from another.
  int *stop = s.allocate<int>(1);
  heddle_kernel *endless;
  OK(heddle_host_module_kernel_named(m, "endless", &endless));
  const arguments until = pack(stop);
  OK(s.launch(endless, {1}, {1}, until));
  OK(heddle_host_event_record(s.stream, end));
  std::vector<heddle_stream *> waiting(20);
  for (heddle_stream *&one : waiting) {
    OK(heddle_host_stream_create(s.device, 0, &one));
    OK(heddle_host_stream_wait_event(one, end));
  }
  CHECK(heddle_host_stream_wait(waiting[7], 0, 20) == HEDDLE_TIMEOUT);
  CHECK(heddle_host_event_wait(end, 5) == HEDDLE_TIMEOUT);
  *(volatile int *)stop = 1;
  bool right = true;
  for (heddle_stream *one : waiting) right &= heddle_host_stream_wait(one, 0, 20000) == HEDDLE_OK;
  CHECK(right);
  OK(heddle_host_event_destroy(start));
  OK(heddle_host_event_record(s.stream, end));
  OK(heddle_host_event_destroy(end));  // while enqueued
  CHECK(s.finish());
  heddle_counters counters;
  OK(heddle_host_device_counters(s.device, &counters));
  CHECK(counters.events == 0 && counters.streams == 22 && counters.modules == 1 && counters.launches == 2);
}

void notifications_arrive() {
  session s;
  for (auto &count : notified) count = 0;
  OK(heddle_host_device_notify(s.device, notify));
  heddle_event *event;
  OK(heddle_host_event_create(s.device, &event));
  unsigned *d = s.allocate<unsigned>(1 << 20);
  OK(heddle_host_stream_watch(s.stream, 0, 1));  // nothing is enqueued: at once
  OK(heddle_host_fill(s.stream, d, 4 << 20, "x", 1));
  OK(heddle_host_stream_watch(s.stream, 0, 2));
  OK(heddle_host_stream_callback(s.stream, 3));
  OK(heddle_host_event_watch(event, 4));
  OK(heddle_host_event_record(s.stream, event));
  OK(heddle_host_event_watch(event, 5));
  OK(heddle_host_stream_watch(s.stream, 1, 6));
  CHECK(eventually([] { return notified[1] && notified[2] && notified[3] && notified[4] && notified[5] && notified[6]; }));
  bool once = true;
  for (int i = 1; i <= 6; i++) once &= notified[i] == 1;
  CHECK(once);
  // Many, one per command.
  notifications = 0;
  for (int i = 0; i < 10000; i++) {
    OK(heddle_host_copy(s.stream, d, &i, 4, HEDDLE_COPY_SNAPSHOT));
    OK(heddle_host_stream_watch(s.stream, 0, 60));
  }
  CHECK(eventually([] { return notifications == 10000; }));
  CHECK(heddle_host_stream_words(s.stream)->completed == heddle_host_stream_words(s.stream)->enqueued);
  OK(heddle_host_device_notify(s.device, nullptr));
}

void *hammer(void *argument) {
  session &s = *(session *)argument;
  heddle_stream *own;
  OK(heddle_host_stream_create(s.device, 0, &own));
  unsigned *d = s.allocate<unsigned>(2048);
  bool right = true;
  for (unsigned i = 0; i < 3000; i++) {
    unsigned back[4];
    heddle_host_fill(own, d, 4096, &i, 4);
    heddle_host_copy(own, back, d + 100, 16, 0);
    if (i % 7 == 0) heddle_host_copy(s.stream, d + 1500, &i, 4, HEDDLE_COPY_SNAPSHOT);  // shared by all threads
    right &= heddle_host_stream_wait(own, 0, 20000) == HEDDLE_OK && back[0] == i && back[3] == i;
  }
  CHECK(right);
  OK(heddle_host_stream_destroy(own));
  return nullptr;
}

void many_threads() {
  session s;
  pthread_t threads[8];
  for (pthread_t &thread : threads) pthread_create(&thread, nullptr, hammer, &s);
  for (pthread_t &thread : threads) pthread_join(thread, nullptr);
  CHECK(s.finish());
}

void destroyed_while_busy() {
  for (int round = 0; round < 200; round++) {
    session s;
    heddle_stream *one;
    OK(heddle_host_stream_create(s.device, 0, &one));
    unsigned *d = s.allocate<unsigned>(1 << 16);
    for (int i = 0; i < 5; i++) heddle_host_fill(one, d, 4 << 16, "abcd", 4);
    OK(heddle_host_free(s.device, d));
    heddle_counters counters;
    OK(heddle_host_device_counters(s.device, &counters));
    CHECK(counters.allocations == 0 && counters.bytes == 0);
    if (round % 2) OK(heddle_host_stream_destroy(one));
    if (round % 3 == 0) heddle_host_fill(s.stream, &counters, sizeof counters, "x", 1), s.finish();
  }
}

size_t resident_bytes() {
  unsigned long all = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (size_t)sysconf(_SC_PAGESIZE);
}

void freed_behind_the_end_of_a_stream() {
  session s;
  const size_t n = 4 << 20, rounds = 100, before = resident_bytes();
  for (size_t round = 0; round < rounds; round++) {
    heddle_stream *one;
    OK(heddle_host_stream_create(s.device, 0, &one));
    unsigned char *d = s.allocate<unsigned char>(n);
    OK(heddle_host_fill(one, d, n, "abcd", 4));
    OK(heddle_host_stream_destroy(one));
    OK(heddle_host_free(s.device, d));
    OK(heddle_host_stream_wait(s.stream, 0, -1));
  }
  // Streams end on their own time.
  for (int i = 0; i < 5000 && resident_bytes() > before + n * rounds / 2; i++) usleep(1000);
  CHECK(resident_bytes() < before + n * rounds / 2);
}

// A worker that lets go of a stream may be suspended while others execute what comes next, or end the stream.
void modules_behind_the_end_of_a_stream() {
  session s;
  const auto bytes = read_file(modules + "/loops.so");
  bool right = true;
  for (int round = 0; right && round < 2000; round++) {
    heddle_module *m;
    heddle_kernel *busy;
    heddle_stream *one;
    heddle_event *event;
    right &= heddle_host_module_load(s.device, bytes.data(), bytes.size(), &m) == HEDDLE_OK;
    if (!right) break;
    right &= heddle_host_module_kernel_named(m, "busy", &busy) == HEDDLE_OK;
    float *scratch = s.allocate<float>(32);
    const arguments values = pack(scratch, 20);
    const heddle_launch_record record = s.record(busy, {4}, {8}, values);
    right &= heddle_host_stream_create(s.device, 0, &one) == HEDDLE_OK;
    right &= heddle_host_event_create(s.device, &event) == HEDDLE_OK;
    right &= heddle_host_launch(&record) == HEDDLE_OK;
    right &= heddle_host_event_record(one, event) == HEDDLE_OK;
    right &= heddle_host_launch(&record) == HEDDLE_OK;
    right &= heddle_host_stream_wait(s.stream, 0, -1) == HEDDLE_OK;
    right &= heddle_host_event_destroy(event) == HEDDLE_OK;
    right &= heddle_host_stream_destroy(one) == HEDDLE_OK;
    right &= heddle_host_free(s.device, scratch) == HEDDLE_OK;
    right &= heddle_host_module_unload(m) == HEDDLE_OK;
  }
  CHECK(right);
}

void fair_turns() {
  // A stream with endless supply does not starve another, even on one worker.
  session s;
  heddle_module *m = s.load("loops");
  heddle_kernel *busy;
  OK(heddle_host_module_kernel_named(m, "busy", &busy));
  float *scratch = s.allocate<float>(32);
  const arguments values = pack(scratch, 20000);
  std::vector<heddle_stream *> streams(6);
  for (heddle_stream *&one : streams) OK(heddle_host_stream_create(s.device, 0, &one));
  for (int i = 0; i < 2000; i++)
    for (heddle_stream *one : streams) {
      heddle_launch_record record = s.record(busy, {1}, {1}, values);
      record.stream = (uint64_t)(uintptr_t)one;
      heddle_host_launch(&record);
    }
  const double begun = now();
  unsigned value = 5;
  OK(heddle_host_fill(s.stream, scratch, 4, &value, 4));
  OK(heddle_host_stream_wait(s.stream, 0, 20000));
  const double waited = now() - begun;
  for (heddle_stream *one : streams) OK(heddle_host_stream_wait(one, 0, 60000));
  CHECK(waited < (now() - begun) / 2 + 1);
}

}  // namespace

void test_streams() {
  order();
  rectangles();
  many_launches();
  events();
  notifications_arrive();
  many_threads();
  destroyed_while_busy();
  freed_behind_the_end_of_a_stream();
  modules_behind_the_end_of_a_stream();
  fair_turns();
}

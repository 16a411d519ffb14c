#include "device.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "event.h"
#include "module.h"
#include "report_error.h"
#include "stream.h"

namespace heddle {
namespace {

// Workers run code of this library until the process ends, so it must never be unmapped, whatever its loader does.
void stay_loaded() {
  Dl_info own;
  if (dladdr((void *)stay_loaded, &own) && own.dli_fname)
    if (void *library = dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(library);
}

}  // namespace

// All streams of a closed device have ended.
void release_device(heddle_device *device) {
  while (heddle_event *event = device->events) {
    device->events = event->next;
    destroy_event(event);
  }
  while (heddle_module *module = device->modules) {
    device->modules = module->next;
    destroy_module(module);
  }
  for (allocation *&bucket : device->allocations) {
    while (allocation *memory = bucket) {
      bucket = memory->next;
      release_allocation(memory);
    }
  }
  device->notices->close();
  delete device;
}

void count_down(retirement *ending) {
  if (ending->pending.fetch_sub(1) != 1) return;
  ending->act(ending->what);
  delete ending;
}

heddle_status retire_later(heddle_device *device, void (*act)(void *), void *what) {
  retirement *ending = nullptr;
  heddle_status status = HEDDLE_OK;
  {
    locked hold(device->guard);
    for (heddle_stream *stream = device->streams; stream; stream = stream->next) {
      if (stream->completed_count().load() == stream->enqueued().load()) continue;
      if (!ending) {
        ending = new (std::nothrow) retirement{{1}, act, what};
        if (!ending) return report(HEDDLE_OUT_OF_MEMORY, "no memory for a command");
      }
      ending->pending.fetch_add(1);
      if (enqueue<retire_command>(stream, command_kind::retire, 0,
                                  [&](retire_command &place) { place.what = ending; })) {
        // Nobody will count this one down: what was to be given back stays.
        status = report(HEDDLE_OUT_OF_MEMORY, "no memory for a command");
      }
    }
  }
  if (ending) count_down(ending);
  else act(what);
  return status;
}

bool forget_stream(heddle_device *device, heddle_stream *stream) {
  locked hold(device->guard);
  if (stream->next) stream->next->previous = stream->previous;
  (stream->previous ? stream->previous->next : device->streams) = stream->next;
  return device->closed && !device->streams;
}

heddle_status check_device(heddle_device *device) {
  const uint32_t lost = device->lost.load();
  if (lost == 0) return HEDDLE_OK;
  if (lost == 2) return report(HEDDLE_DEVICE_LOST, "the device was closed");
  return report(HEDDLE_DEVICE_LOST, "launch %llu of the device, of %s, failed: %s",
                (unsigned long long)device->fault.launch, device->fault.kernel, device->fault.message);
}

void note_fault(heddle_device *device, const heddle_fault &fault) {
  if (!is_sticky(fault.kind)) return;
  locked hold(device->guard);
  if (device->lost.load() != 0) return;
  device->fault = fault;
  device->lost.store(1);
}

}  // namespace heddle

using namespace heddle;

extern "C" {

HEDDLE_HOST_API heddle_status heddle_host_device_open(heddle_device **out) {
  if (!out) return report(HEDDLE_ARGUMENT, "a null argument");
  static const bool once = (stay_loaded(), true);
  (void)once;
  heddle_device *device = new (std::nothrow) heddle_device();
  if (!device) return report(HEDDLE_OUT_OF_MEMORY, "no memory for a device");
  device->notices = notifier::create();
  if (!device->notices) {
    delete device;
    return report(HEDDLE_OUT_OF_MEMORY, "no memory for a device");
  }
  *out = device;
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_device_close(heddle_device *device) {
  if (!device) return report(HEDDLE_ARGUMENT, "a null argument");
  device->notices->set(nullptr);
  heddle_status status = HEDDLE_OK;
  bool idle;
  {
    locked hold(device->guard);
    if (device->closed) return report(HEDDLE_ARGUMENT, "the device was closed before");
    device->closed = true;
    device->lost.store(2);
    idle = !device->streams;
    // The lock is held, so no stream leaves the list while we go through it.
    for (heddle_stream *stream = device->streams; stream; stream = stream->next) {
      if (stream->destroyed) continue;
      stream->destroyed = true;
      if (enqueue<command>(stream, command_kind::destroy, 0, [](command &) {}))
        status = report(HEDDLE_OUT_OF_MEMORY, "no memory to close a stream");
    }
  }
  if (idle) release_device(device);
  return status;
}

HEDDLE_HOST_API heddle_status heddle_host_device_counters(heddle_device *device, heddle_counters *out) {
  if (!device || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  *out = {device->allocation_count, device->bytes,        device->stream_count,
          device->event_count,      device->module_count, device->launch_count};
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_device_notify(heddle_device *device, heddle_notify notify) {
  if (!device) return report(HEDDLE_ARGUMENT, "a null argument");
  device->notices->set(notify);
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_device_fault(heddle_device *device, heddle_fault *out) {
  if (!device || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  locked hold(device->guard);
  if (device->lost.load() != 1) return HEDDLE_NOT_FOUND;
  *out = device->fault;
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_stream_callback(heddle_stream *stream, uint32_t cookie) {
  if (!stream) return report(HEDDLE_ARGUMENT, "a null argument");
  const heddle_status status = enqueue<callback_command>(
      stream, command_kind::callback, 0, [&](callback_command &place) { place.cookie = cookie; });
  return status ? report(status, "no memory for a command") : HEDDLE_OK;
}
}

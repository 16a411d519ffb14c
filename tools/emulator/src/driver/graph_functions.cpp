// Graphs: captured, instantiated, launched, updated.
#include "capture.h"
#include "handles.h"
#include "stream_entry.h"

namespace {

using namespace emulated;

struct update_information {
  int result;
  int padding;
  void *node, *other_node;
};

}  // namespace

HEDDLE_EXPORT int cuStreamBeginCapture_v2(uint64_t handle, int mode) {
  return in_stream("cuStreamBeginCapture_v2", handle, [&](const auto &in) -> int {
    if (mode < 0 || mode > 2) return invalid_value;
    return in == in->owner->legacy ? (int)capture_unsupported : begin_capture(in);
  });
}

HEDDLE_EXPORT int cuStreamEndCapture(uint64_t handle, uint64_t *out) {
  return in_stream("cuStreamEndCapture", handle, [&](const auto &in) -> int {
    if (!out) return invalid_value;
    std::shared_ptr<graph> made;
    if (const int failed = end_capture(in, &made)) {
      *out = 0;
      return failed;
    }
    *out = table_of<graph>().add(made);
    return success;
  });
}

HEDDLE_EXPORT int cuStreamIsCapturing(uint64_t handle, int *out) {
  return in_stream("cuStreamIsCapturing", handle, [&](const auto &in) -> int {
    if (!out) return invalid_value;
    *out = !in->recording ? 0 : in->recording->invalid ? 2 : 1;
    return success;
  });
}

HEDDLE_EXPORT int cuGraphInstantiateWithFlags(uint64_t *out, uint64_t handle, unsigned long long flags) {
  return with_context("cuGraphInstantiateWithFlags", [&](context &current) -> int {
    const std::shared_ptr<graph> from = find_handle<graph>(handle);
    if (!out || !from || flags > 15) return invalid_value;
    auto made = std::make_shared<graph_executable>();
    made->owner = &current;
    made->operations = from->operations;
    *out = table_of<graph_executable>().add(made);
    return success;
  });
}

HEDDLE_EXPORT int cuGraphLaunch(uint64_t handle, uint64_t stream_handle) {
  return in_stream("cuGraphLaunch", stream_handle, [&](const auto &in) -> int {
    const std::shared_ptr<graph_executable> one = find_handle<graph_executable>(handle);
    if (!one) return invalid_value;
    for (const operation &each : one->operations)
      if (const int failed = submit(in, each)) return failed;
    return success;
  });
}

HEDDLE_EXPORT int cuGraphExecUpdate_v2(uint64_t handle, uint64_t graph_handle, update_information *information) {
  return with_context("cuGraphExecUpdate_v2", [&](context &) -> int {
    const std::shared_ptr<graph_executable> one = find_handle<graph_executable>(handle);
    const std::shared_ptr<graph> like = find_handle<graph>(graph_handle);
    if (!one || !like || !information) return invalid_value;
    *information = {};
    information->result = update_graph(*one, *like);
    return information->result == 0 ? success : graph_update_failed;
  });
}

HEDDLE_EXPORT int cuGraphExecDestroy(uint64_t handle) {
  return with_context("cuGraphExecDestroy", [&](context &) -> int {
    return table_of<graph_executable>().remove(handle) ? success : invalid_value;
  });
}

HEDDLE_EXPORT int cuGraphDestroy(uint64_t handle) {
  return with_context("cuGraphDestroy",
                      [&](context &) -> int { return table_of<graph>().remove(handle) ? success : invalid_value; });
}

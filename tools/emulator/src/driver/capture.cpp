#include "capture.h"

#include "event.h"

namespace emulated {

int begin_capture(const std::shared_ptr<stream> &one) {
  if (one->recording) return illegal_state;
  one->recording = std::make_shared<capture>();
  one->recording->origin = one.get();
  return success;
}

int end_capture(const std::shared_ptr<stream> &one, std::shared_ptr<graph> *out) {
  const std::shared_ptr<capture> ended = one->recording;
  if (!ended) return illegal_state;
  if (ended->origin != one.get()) return capture_unmatched;
  bool joined = true;
  for (const auto &[member, kept] : ended->members) {
    joined &= ended->joined[member] >= ended->last[member];
    kept->recording = nullptr;
  }
  one->recording = nullptr;
  if (ended->invalid) return capture_invalidated;
  if (!joined) return capture_unjoined;
  auto made = std::make_shared<graph>();
  made->owner = one->owner;
  made->operations = std::move(ended->operations);
  *out = made;
  return success;
}

int record(capture &to, stream &from, operation what) {
  to.operations.push_back(std::move(what));
  to.last[&from] = to.operations.size();
  return success;
}

int mark_fork(capture &to, stream &from, event &mark) {
  to.marks[&mark] = {&from, to.operations.size()};
  return success;
}

int join(const std::shared_ptr<capture> &from, const std::shared_ptr<stream> &one, event &mark) {
  const auto found = from->marks.find(&mark);
  if (found == from->marks.end()) return captured_event;
  if (one->recording && one->recording != from) {
    one->recording->invalid = from->invalid = true;
    return 902;  // CUDA_ERROR_STREAM_CAPTURE_MERGE
  }
  const auto [stream, behind] = found->second;
  from->joined[stream] = std::max(from->joined[stream], behind);
  if (!one->recording) {
    one->recording = from;
    from->members[one.get()] = one;
    // It must come back even if it records nothing.
    from->last[one.get()] = 0;
  }
  return success;
}

int update_graph(graph_executable &one, const graph &like) {
  if (one.operations.size() != like.operations.size()) return 2;  // topology
  for (size_t i = 0; i < like.operations.size(); i++)
    if (one.operations[i].kind != like.operations[i].kind) return 3;  // type of a node
  one.operations = like.operations;
  return 0;
}

}  // namespace emulated

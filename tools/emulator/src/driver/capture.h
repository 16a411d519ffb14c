// Graphs: operations recorded from streams instead of run. They are kept in the order in which they were recorded,
// which is one of the orders that their dependencies allow.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "stream.h"

namespace emulated {

struct event;

struct capture {
  stream *origin = nullptr;
  bool invalid = false;
  std::vector<operation> operations;
  std::map<stream *, std::shared_ptr<stream>> members;  // other streams that it forked into
  std::map<stream *, size_t> last;                      // after each stream's last operation
  std::map<stream *, size_t> joined;                    // up to where others have waited for it
  std::map<event *, std::pair<stream *, size_t>> marks;
};

struct graph {
  context *owner = nullptr;
  std::vector<operation> operations;
};

struct graph_executable {
  context *owner = nullptr;
  std::vector<operation> operations;
};

int begin_capture(const std::shared_ptr<stream> &one);
int end_capture(const std::shared_ptr<stream> &one, std::shared_ptr<graph> *out);

int record(capture &to, stream &from, operation what);
int mark_fork(capture &to, stream &from, event &mark);
int join(const std::shared_ptr<capture> &from, const std::shared_ptr<stream> &one, event &mark);

// CUgraphExecUpdateResult: 0 where the other has the same form.
int update_graph(graph_executable &one, const graph &like);

}  // namespace emulated

#include "fault_injection.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "export.h"

namespace emulated {
namespace {

struct rule {
  std::string call;
  unsigned long from = 1;
  bool and_later = false;
  injected failure;
};

struct orders {
  std::mutex guard;
  std::vector<rule> rules;
  std::map<std::string, unsigned long> calls;

  orders() {
    const char *text = getenv("HEDDLE_EMULATOR_FAILURES");
    if (text && !parse(text)) {
      fprintf(stderr, "HEDDLE_EMULATOR_FAILURES is not understood: %s\n", text);
      abort();
    }
  }

  bool parse(const std::string &text) {
    std::vector<rule> read;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
      const size_t equals = part.find('=');
      if (equals == std::string::npos || equals == 0) return false;
      rule one;
      std::string value = part.substr(equals + 1);
      one.call = part.substr(0, equals);
      if (!one.call.empty() && one.call.back() == '+') {
        one.and_later = true;
        one.call.pop_back();
      }
      const size_t number = one.call.find('#');
      if (number != std::string::npos) {
        one.from = strtoul(one.call.c_str() + number + 1, nullptr, 10);
        one.call.resize(number);
      }
      if (!value.empty() && value[0] == '~') {
        one.failure.later = true;
        value.erase(0, 1);
      }
      one.failure.status = atoi(value.c_str());
      if (one.failure.status == 0 || one.from == 0) return false;
      read.push_back(one);
    }
    rules = read;
    calls.clear();
    return true;
  }
};

std::atomic<int> fault{0};

bool within_context() {
  const char *scope = getenv("HEDDLE_EMULATOR_FAULT_SCOPE");
  return scope && std::string(scope) == "context";
}

orders &all() {
  static orders *one = new orders;
  return *one;
}

}  // namespace

int process_fault() { return fault; }

void note_process_fault(int status) {
  int none = 0;
  if (!within_context()) fault.compare_exchange_strong(none, status);
}

injected injected_failure(const char *call) {
  orders &known = all();
  std::lock_guard<std::mutex> hold(known.guard);
  const unsigned long number = ++known.calls[call];
  for (const rule &one : known.rules)
    if (one.call == call && (number == one.from || (one.and_later && number > one.from))) return one.failure;
  return {};
}

}  // namespace emulated

// Replaces the rules. Returns 0, or 1 for a text that is none; then nothing has changed.
HEDDLE_EXPORT int heddleEmulatorFail(const char *rules) {
  emulated::orders &known = emulated::all();
  std::lock_guard<std::mutex> hold(known.guard);
  if (!rules || !known.parse(rules)) return 1;
  emulated::fault = 0;
  return 0;
}

// How often a function has been called since the rules were last replaced.
HEDDLE_EXPORT unsigned long heddleEmulatorCalls(const char *call) {
  emulated::orders &known = emulated::all();
  std::lock_guard<std::mutex> hold(known.guard);
  const auto found = known.calls.find(call ? call : "");
  return found == known.calls.end() ? 0 : found->second;
}

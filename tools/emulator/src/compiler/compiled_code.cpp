#include "compiled_code.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "child_process.h"
#include "compile.h"
#include "text_key.h"

namespace emulated {
namespace {

// Some hundred megabytes. A run of all tests needs a fifth of it.
const long most_kept = 5000;

// The first bytes of every file that is kept: what begins otherwise is not the emulator's, and stays.
const std::string mark = "HEDDLE\r\n";

bool is_own(const std::filesystem::path &path) {
  std::error_code ignored;
  // Do not even open it: a pipe may have a reader or writer.
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, ignored))) return false;
  std::ifstream file(path, std::ios::binary);
  std::string start(mark.size(), 0);
  return file.read(start.data(), (std::streamsize)start.size()) && start == mark;
}

bool has_own_name(const std::string &name) {
  return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// The folder lies beside the toolkit, wherever that has been put; others may have a folder of that name there.
void remove_kept(const std::filesystem::path &folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> own;
  for (const auto &each : std::filesystem::directory_iterator(folder, ignored))
    if (has_own_name(each.path().filename().string()) && is_own(each.path())) own.push_back(each.path());
  for (const std::filesystem::path &each : own) std::filesystem::remove(each, ignored);
}

// Leaves out the line markers and the blank lines between them, which only name places for diagnostics. __FILE__ and
// __LINE__ are already expanded; only the compiler's own functions for them read the markers.
void add_unit(text_key *key, const std::string &unit) {
  const bool has_places = unit.find("__builtin_LINE") != std::string::npos || unit.find("__builtin_FILE") != std::string::npos;
  for (size_t start = 0; start < unit.size();) {
    const size_t found = unit.find('\n', start), end = found == std::string::npos ? unit.size() : found;
    const bool marker = unit.compare(start, 2, "# ") == 0;
    const bool blank = unit.find_first_not_of(' ', start) >= end;
    if (has_places || (!marker && !blank)) key->add(unit.data() + start, std::min(end + 1, unit.size()) - start);
    start = end + 1;
  }
}

}  // namespace

compiled_code::compiled_code(const std::vector<std::string> &command, const std::string &unit) {
  text_key key;
  for (const std::string &each : command) key.add(each);
  add_unit(&key, unit);
  place_ = toolkit_folder() + "/compiled/" + key.text();
}

bool compiled_code::find(std::string *code) const {
  std::string kept;
  if (!read_file(place_, &kept) || kept.compare(0, mark.size(), mark) != 0) return false;
  *code = kept.substr(mark.size());
  return true;
}

// Under another name first: it is there whole or not at all. If it cannot be kept, it is compiled again.
void compiled_code::keep(const std::string &code) const {
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(place_).parent_path();
  std::filesystem::create_directories(folder, ignored);
  const std::filesystem::directory_iterator first(folder, ignored), last;
  if (std::distance(first, last) > most_kept) remove_kept(folder);
  if (!is_own(place_) && std::filesystem::exists(std::filesystem::symlink_status(place_, ignored))) return;
  const std::string unfinished = place_ + "." + std::to_string(getpid()) + "-" + std::to_string((size_t)this);
  if (write_file(unfinished, mark + code)) std::filesystem::rename(unfinished, place_, ignored);
  else std::filesystem::remove(unfinished, ignored);
}

}  // namespace emulated

#include "child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

extern char **environ;

namespace emulated {
namespace {

// Diagnostics are rewritten, so they must come in one language and without colours.
std::vector<std::string> plain_environment() {
  std::vector<std::string> list;
  for (char **one = environ; *one; one++) {
    const std::string text = *one;
    if (text.rfind("LC_", 0) == 0 || text.rfind("LANG", 0) == 0 || text.rfind("GCC_COLORS=", 0) == 0) continue;
    // A sanitizer preloaded into this process is none of the compiler's.
    if (text.rfind("LD_PRELOAD=", 0) == 0) continue;
    list.push_back(text);
  }
  list.push_back("LC_ALL=C");
  return list;
}

std::vector<char *> pointers(const std::vector<std::string> &texts) {
  std::vector<char *> list;
  for (const std::string &text : texts) list.push_back(const_cast<char *>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

}  // namespace

child_result run_child(const std::vector<std::string> &command, const std::string &folder, const std::string &input) {
  child_result result;
  const std::string in = folder + "/stdin", out = folder + "/output";
  if (!write_file(in, input)) {
    result.output = "cannot write " + in;
    return result;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  const std::vector<std::string> environment = plain_environment();
  pid_t child = 0;
  const int failed = posix_spawnp(&child, command[0].c_str(), &actions, nullptr, pointers(command).data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed) {
    result.exit_code = 127;
    result.output = command[0] + ": " + strerror(failed);
    return result;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  read_file(out, &result.output);
  return result;
}

work_folder::work_folder() {
  const char *root = getenv("TMPDIR");
  std::string path = std::string(root && *root ? root : "/tmp") + "/heddle-emulator-XXXXXX";
  if (mkdtemp(path.data())) path_ = path;
}

work_folder::~work_folder() {
  std::error_code ignored;
  if (usable()) std::filesystem::remove_all(path_, ignored);
}

bool write_file(const std::string &path, const std::string &bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), (std::streamsize)bytes.size());
  return (bool)file.flush();
}

bool read_file(const std::string &path, std::string *bytes) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  std::ostringstream text;
  text << file.rdbuf();
  *bytes = text.str();
  return true;
}

}  // namespace emulated

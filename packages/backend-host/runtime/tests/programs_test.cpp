// Programs: what they get, what they leave, and what is left of them here.
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "harness.h"
using namespace test;

namespace {

struct outcome {
  std::string output, errors;
  int32_t code = -2, signal = -2;
};

std::string words(const std::vector<std::string> &all) {
  std::string joined;
  for (const std::string &one : all) joined += one + '\0';
  return joined;
}

std::string read_all(int file) {
  std::string text;
  char block[4096];
  for (ssize_t got; (got = read(file, block, sizeof block)) > 0;) text.append(block, (size_t)got);
  close(file);
  return text;
}

heddle_status start(const std::vector<std::string> &arguments, const std::vector<std::string> &variables,
                    const char *folder, bool has_input, heddle_program *program) {
  const std::string all = words(arguments) + words(variables);
  return heddle_host_program_start(all.data(), (uint32_t)arguments.size(), (uint32_t)variables.size(), folder,
                                   has_input, program);
}

outcome end_of(const heddle_program &program) {
  outcome left;
  left.output = read_all(program.output);
  left.errors = read_all(program.errors);
  heddle_status status;
  while ((status = heddle_host_program_ended(program.process, &left.code, &left.signal)) == HEDDLE_NOT_READY) usleep(100);
  OK(status);
  return left;
}

outcome shell(const std::string &line, const std::vector<std::string> &variables = {}, const char *folder = nullptr) {
  heddle_program program = {};
  if (!OK(start({"/bin/sh", "-c", line, "sh", "a b", ""}, variables, folder, false, &program))) return {};
  CHECK(program.input == -1);
  return end_of(program);
}

int open_files() {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return -1;
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

void test_what_it_gets() {
  const outcome said = shell("echo \"$1|$2|$X|$0|$#\"; pwd; echo error >&2; read line || echo no input; exit 3",
                             {"X=$(id) ;", "PATH=/usr/bin:/bin"}, "/");
  CHECK(said.output == "a b||$(id) ;|sh|2\n/\nno input\n");
  CHECK(said.errors == "error\n" && said.code == 3 && said.signal == 0);
  heddle_program program = {};
  OK(start({"cat"}, {}, nullptr, true, &program));
  CHECK(write(program.input, "typed", 5) == 5);
  close(program.input);
  const outcome copied = end_of(program);
  CHECK(copied.output == "typed" && copied.code == 0);
}

void test_signals() {
  const outcome killed = shell("kill -TERM $$");
  CHECK(killed.code == -1 && killed.signal == SIGTERM);
  // What this process ignores or blocks is as usual in a child.
  void (*before)(int) = signal(SIGPIPE, SIG_IGN);
  sigset_t blocked, old;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &old);
  CHECK(shell("kill -PIPE $$").signal == SIGPIPE);
  CHECK(shell("kill -TERM $$").signal == SIGTERM);
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  signal(SIGPIPE, before);
}

void test_refusals() {
  heddle_program program = {};
  CHECK(start({"/no/such/program"}, {}, nullptr, true, &program) == HEDDLE_NOT_FOUND);
  CHECK(std::string(heddle_host_last_error()) == "No such file or directory");
  CHECK(start({"/bin/sh"}, {}, "/no/such/folder", false, &program) == HEDDLE_NOT_FOUND);
  CHECK(start({"/"}, {}, nullptr, false, &program) == HEDDLE_NOT_FOUND);
  CHECK(std::string(heddle_host_last_error()) == "Permission denied");
  CHECK(heddle_host_program_start(nullptr, 1, 0, nullptr, 0, &program) == HEDDLE_ARGUMENT);
  CHECK(heddle_host_program_start("sh", 0, 0, nullptr, 0, &program) == HEDDLE_ARGUMENT);
  int32_t code, ended_by;
  CHECK(heddle_host_program_ended(getpid(), &code, &ended_by) == HEDDLE_NOT_FOUND);
  CHECK(heddle_host_program_ended(0, &code, &ended_by) == HEDDLE_ARGUMENT);
}

// A child that has another's pipe keeps it open, and its reader waits for both.
void test_many_at_once() {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; thread++) {
    threads.emplace_back([thread] {
      for (int i = 0; i < 25; i++) {
        const std::string number = std::to_string(thread * 100 + i);
        CHECK(shell("echo " + number + "; exit " + std::to_string(i)).output == number + "\n");
      }
    });
  }
  for (std::thread &one : threads) one.join();
}

}  // namespace

void test_programs() {
  heddle_program program = {};
  if (start({"/bin/sh"}, {}, nullptr, false, &program) == HEDDLE_UNSUPPORTED) return;
  CHECK(end_of(program).code == 0);
  const int before = open_files();
  test_what_it_gets();
  test_signals();
  test_refusals();
  test_many_at_once();
  CHECK(open_files() == before);
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}

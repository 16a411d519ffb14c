// Programs, compilers above all. fork() copies the page tables of this process, which takes a large one tens of
// milliseconds in which nothing else of it goes on; posix_spawn lends the memory to the child until it is another
// program.
#include <spawn.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#include "report_error.h"

#if defined(__linux__)
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#endif

// glibc changes a child's folder since 2.29. Other libraries of Linux do, or fail to build this, if they are old.
#if defined(__linux__) && (!defined(__GLIBC__) || __GLIBC_PREREQ(2, 29))
#define HEDDLE_HAS_SPAWN 1
#endif

#if HEDDLE_HAS_SPAWN
namespace heddle {
namespace {

// Both ends are closed in every program that anyone starts, but for the copies that a child is given by name.
struct pipe_ends {
  int read = -1, write = -1;

  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  ~pipe_ends() {
    if (read >= 0) close(read);
    if (write >= 0) close(write);
  }
};

// Gives an end away.
int take(int &end) {
  const int taken = end;
  end = -1;
  return taken;
}

// The child's steps before it executes the program.
class preparations {
 public:
  preparations() {
    failed_ = posix_spawn_file_actions_init(&actions);
    if (!failed_) failed_ = posix_spawnattr_init(&attributes);
  }
  ~preparations() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  void becomes(int from, int to) { add(posix_spawn_file_actions_adddup2(&actions, from, to)); }
  void opens_nothing(int at) { add(posix_spawn_file_actions_addopen(&actions, at, "/dev/null", O_RDONLY, 0)); }
  void goes_to(const char *folder) { add(posix_spawn_file_actions_addchdir_np(&actions, folder)); }
  // Signals that this process ignores or blocks are the child's like any other.
  void forgets_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    add(posix_spawnattr_setsigmask(&attributes, &signals));
    sigfillset(&signals);
    add(posix_spawnattr_setsigdefault(&attributes, &signals));
    add(posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  }
  int failed() const { return failed_; }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

 private:
  void add(int result) {
    if (!failed_) failed_ = result;
  }
  int failed_ = 0;
};

// The words for exec: pointers, with a null pointer at the end. Empty if memory has run out.
std::unique_ptr<char *[]> pointers_to(const char *&words, uint32_t count) {
  std::unique_ptr<char *[]> pointers(new (std::nothrow) char *[(size_t)count + 1]);
  if (!pointers) return pointers;
  for (uint32_t i = 0; i < count; i++) {
    pointers[i] = const_cast<char *>(words);
    words += strlen(words) + 1;
  }
  pointers[count] = nullptr;
  return pointers;
}

}  // namespace
}  // namespace heddle

extern "C" HEDDLE_HOST_API heddle_status heddle_host_program_start(const char *words, uint32_t arguments,
                                                                   uint32_t variables, const char *folder,
                                                                   uint32_t has_input, heddle_program *program) {
  using namespace heddle;
  if (!words || !arguments || !program) return report(HEDDLE_ARGUMENT, "no program to start");
  const auto argv = pointers_to(words, arguments), environment = pointers_to(words, variables);
  if (!argv || !environment) return report(HEDDLE_OUT_OF_MEMORY, "no memory for the arguments of a program");
  pipe_ends input, output, errors;
  if ((has_input && !input.open()) || !output.open() || !errors.open()) {
    return report(HEDDLE_RESOURCE, "no pipe to a program: %s", strerror(errno));
  }
  preparations child;
  if (has_input) child.becomes(input.read, 0);
  else child.opens_nothing(0);
  child.becomes(output.write, 1);
  child.becomes(errors.write, 2);
  if (folder) child.goes_to(folder);
  child.forgets_signals();
  pid_t process = 0;
  const int failed = child.failed() ? child.failed()
                                    : posix_spawnp(&process, argv[0], &child.actions, &child.attributes, argv.get(),
                                                   environment.get());
  if (failed) return report(HEDDLE_NOT_FOUND, "%s", strerror(failed));
  *program = {(int32_t)process, has_input ? take(input.write) : -1, take(output.read), take(errors.read)};
  return HEDDLE_OK;
}

extern "C" HEDDLE_HOST_API heddle_status heddle_host_program_ended(int32_t process, int32_t *code, int32_t *signal) {
  using namespace heddle;
  if (process <= 0 || !code || !signal) return report(HEDDLE_ARGUMENT, "no program to ask for");
  int status = 0;
  pid_t ended;
  do ended = waitpid(process, &status, WNOHANG);
  while (ended < 0 && errno == EINTR);
  if (ended == 0) return HEDDLE_NOT_READY;
  if (ended < 0) return report(HEDDLE_NOT_FOUND, "no child %d: %s", process, strerror(errno));
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return HEDDLE_OK;
}
#else
extern "C" HEDDLE_HOST_API heddle_status heddle_host_program_start(const char *, uint32_t, uint32_t, const char *,
                                                                   uint32_t, heddle_program *) {
  return heddle::report(HEDDLE_UNSUPPORTED, "programs are started by fork here");
}

extern "C" HEDDLE_HOST_API heddle_status heddle_host_program_ended(int32_t, int32_t *, int32_t *) {
  return heddle::report(HEDDLE_UNSUPPORTED, "programs are started by fork here");
}
#endif

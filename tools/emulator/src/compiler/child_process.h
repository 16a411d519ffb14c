// Programs started without a shell.
#pragma once
#include <string>
#include <vector>

namespace emulated {

struct child_result {
  int exit_code = -1;   // 128 + signal where one ended it; 127 where it could not be started
  std::string output;   // what it wrote to standard output and error, together
};

// Runs a program to its end with a text as its standard input.
child_result run_child(const std::vector<std::string> &command, const std::string &folder, const std::string &input);

// A folder of its own under TMPDIR, removed with everything in it.
class work_folder {
 public:
  work_folder();
  ~work_folder();
  work_folder(const work_folder &) = delete;
  const std::string &path() const { return path_; }
  bool usable() const { return !path_.empty(); }

 private:
  std::string path_;
};

bool write_file(const std::string &path, const std::string &bytes);
bool read_file(const std::string &path, std::string *bytes);

}  // namespace emulated

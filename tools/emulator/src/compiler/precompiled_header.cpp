#include "precompiled_header.h"

#include <filesystem>

#include "child_process.h"
#include "compile.h"
#include "text_key.h"

namespace emulated {

std::string precompiled_header_folder(const std::vector<std::string> &options) {
#if defined(__clang__)  // the compiler that builds this is the one that is called
  (void)options;
  return "";
#else
  text_key key;
  for (const std::string &each : options) key.add(each);
  const std::string toolkit = toolkit_folder(), folder = toolkit + "/precompiled/" + key.text();
  const std::string header = folder + "/heddle_emulator.h.gch";
  std::error_code error;
  if (std::filesystem::exists(header, error)) return folder;
  // Under another name first: it is there whole or not at all.
  const work_folder scratch;
  std::filesystem::create_directories(folder, error);
  if (error || !scratch.usable()) return "";
  const std::string unfinished = folder + "/unfinished-" + std::filesystem::path(scratch.path()).filename().string();
  std::vector<std::string> command = {host_compiler(), "-x", "c++-header"};
  command.insert(command.end(), options.begin(), options.end());
  for (const char *each : {"/include", "/emulator"}) command.push_back("-I" + toolkit + each);
  command.insert(command.end(), {toolkit + "/emulator/heddle_emulator.h", "-o", unfinished});
  const bool made = run_child(command, scratch.path(), "").exit_code == 0;
  if (made) std::filesystem::rename(unfinished, header, error);
  if (made && !error) return folder;
  std::filesystem::remove(unfinished, error);
  return "";
#endif
}

}  // namespace emulated

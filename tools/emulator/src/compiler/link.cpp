#include "link.h"

#include <cxxabi.h>

#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

#include "child_process.h"
#include "compile.h"
#include "shared_object.h"

namespace emulated {
namespace {

std::string readable(const std::string &symbol) {
  int status = 0;
  char *text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 && text ? text : symbol;
  free(text);
  return result;
}

// Each entry of each part, under the number it has in the whole: heddle_kernel_3 of a part is heddle_kernel_3_<unit>.
std::vector<std::string> entry_symbols(const std::string &object) {
  static const std::regex *name = new std::regex("heddle_kernel_\\d+_\\d+");
  std::set<std::string> found;
  for (std::sregex_iterator at(object.begin(), object.end(), *name), end; at != end; ++at) found.insert(at->str());
  return {found.begin(), found.end()};
}

std::string base_symbol(const std::string &object) {
  static const std::regex *name = new std::regex("heddle_base_\\d+");
  std::smatch match;
  return std::regex_search(object, match, *name) ? match.str() : "";
}

unsigned number_in(const std::string &entry) { return (unsigned)strtoul(entry.c_str() + 14, nullptr, 10); }

// The part that a line of the linker's is about; that of the lines before if it names none.
class part_finder {
 public:
  explicit part_finder(const std::vector<link_part> &parts) : parts_(parts) {}
  const std::string &in(const std::string &text) {
    const size_t at = text.find("part-");
    const size_t index = at == std::string::npos ? 0 : strtoul(text.c_str() + at + 5, nullptr, 10);
    if (index > 0 && index <= parts_.size()) last_ = parts_[index - 1].name;
    return last_;
  }

 private:
  const std::vector<link_part> &parts_;
  std::string last_;
};

// The name after a phrase: undefined reference to `f(int)'.
std::string name_behind(const std::string &line, const std::string &phrase) {
  const size_t at = line.find(phrase);
  if (at == std::string::npos) return "";
  const size_t begin = at + phrase.size() + 1, end = line.find('\'', begin);
  return end == std::string::npos ? "" : line.substr(begin, end - begin);
}

// Translates the machine's linker messages into nvlink's. Only called functions count: dynamic shared memory is
// undefined too.
std::string complaints(const std::string &output, const std::vector<link_part> &parts,
                       const std::set<std::string> &functions) {
  std::set<std::string> called, said;
  for (const std::string &function : functions) called.insert({function, readable(function)});
  std::ostringstream log;
  part_finder finder(parts);
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::string doubled = name_behind(line, "multiple definition of "),
                      undefined = name_behind(line, "undefined reference to ");
    const std::string &part = finder.in(line.substr(0, line.find("multiple definition")));
    if (!doubled.empty() && said.insert(doubled).second)
      log << "nvlink error   : Multiple definition of '" << doubled << "' in '" << part << "'\n";
    if (!undefined.empty() && called.count(undefined) && said.insert(undefined).second)
      log << "nvlink error   : Undefined reference to '" << undefined << "' in '" << part << "'\n";
  }
  return log.str();
}

}  // namespace

bool link_images(const std::vector<link_part> &parts, program_image *out, std::string *log) {
  const work_folder folder;
  if (!folder.usable()) {
    *log = "no folder for the linker";
    return false;
  }
  std::vector<std::string> command = {host_compiler(), "-shared", "-Wl,-Bsymbolic", "-Wl,--warn-unresolved-symbols", "-Wl,-z,defs"};
  const std::string output = folder.path() + "/linked.so";
  unsigned kernels = 0;
  std::set<std::string> undefined;
  *out = {};
  for (size_t i = 0; i < parts.size(); i++) {
    const program_image &image = parts[i].image;
    if (!image.relocatable) {
      *log = "nvlink error   : '" + parts[i].name + "' was not compiled as relocatable device code\n";
      return false;
    }
    const std::string file = folder.path() + "/part-" + std::to_string(i + 1) + ".o";
    if (!write_file(file, image.code)) {
      *log = "an object cannot be written";
      return false;
    }
    command.push_back(file);
    for (const std::string &entry : entry_symbols(image.code)) {
      const unsigned number = kernels++;
      command.push_back("-Wl,--defsym=heddle_kernel_" + std::to_string(number) + "=" + entry);
      for (const image_kernel &one : image.kernels) {
        if (one.index != number_in(entry)) continue;
        out->kernels.push_back({one.name, number, one.launch_bound});
      }
    }
    if (i == 0) command.push_back("-Wl,--defsym=heddle_base=" + base_symbol(image.code));
    for (const std::string &name : inspect_object(image.code).undefined_functions) undefined.insert(name);
    out->architecture = std::max(out->architecture, image.architecture);
  }
  command.insert(command.end(), {"-o", output});
  const child_result run = run_child(command, folder.path(), "");
  *log = complaints(run.output, parts, undefined);
  if (!log->empty()) return false;
  if (run.exit_code != 0 || !read_file(output, &out->code)) {
    *log = "nvlink error   : " + run.output;
    return false;
  }
  const object_facts facts = inspect_object(out->code);
  out->variables = facts.variables;
  out->base = facts.base;
  return true;
}

}  // namespace emulated

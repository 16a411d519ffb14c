#include "compile.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "child_process.h"
#include "compiled_code.h"
#include "diagnostics.h"
#include "kernel_scan.h"
#include "precompiled_header.h"
#include "shared_object.h"

namespace emulated {
namespace {

// The host backend's flags with less optimization: here the compiler's time counts, and another machine may read the
// code from a shared disk.
const std::vector<std::string> code_flags = {"-O1",
                                             "-ffp-contract=fast",
                                             "-fno-math-errno",
                                             "-fno-trapping-math",
                                             "-fPIC",
                                             "-fvisibility=hidden",
                                             "-fno-semantic-interposition",
                                             "-fno-asynchronous-unwind-tables",
                                             #if !defined(__clang__)  // the compiler that builds this is the one that is called
                                             "-fno-gnu-unique",
                                             "-fno-extern-tls-init",
#endif
                                             "-Wno-unknown-pragmas",
                                             "-Wno-attributes"};

// C headers that a compiler with a folder of headers has itself: given ones count only if it has none.
const std::set<std::string> standard_headers = {"assert.h", "cassert", "math.h",  "cmath",    "stddef.h",
                                                "cstddef",  "stdio.h", "cstdio",  "stdint.h", "cstdint"};

bool write_headers(const compile_request &request, const std::string &folder) {
  std::error_code error;
  for (const auto &[name, text] : request.headers) {
    const std::filesystem::path relative = std::filesystem::path(name).lexically_normal();
    if (relative.is_absolute() || relative.begin() == relative.end() || *relative.begin() == "..") return false;
    const char *part = standard_headers.count(name) ? "/standard" : "/headers";
    const std::filesystem::path path = std::filesystem::path(folder + part) / relative;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error || !write_file(path.string(), text)) return false;
  }
  return true;
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

bool includes_beyond(const std::string &folder, const std::string &text) {
  static const std::regex *include = new std::regex("#[ \t]*include[ \t]*[<\"]?([^>\"\n]*)");
  std::error_code ignored;
  for (std::sregex_iterator each(text.begin(), text.end(), *include), last; each != last; ++each)
    if (!std::filesystem::exists(folder + (*each)[1].str(), ignored)) return true;
  return false;
}

// Texture functions cost a tenth of a small kernel's compile time.
bool may_use_textures(const compile_request &request) {
  static const std::regex *names = new std::regex("cuda(Texture|Surface)Object_t|CUtexObject|CUsurfObject|\\b(tex|surf)[123]D|double_texture");
  bool found = std::regex_search(request.source, *names);
  for (const auto &[name, text] : request.headers) found |= std::regex_search(text, *names);
  // Where texts include nothing but the toolkit's own headers, other folders say nothing.
  const std::string own = toolkit_folder() + "/include/";
  bool includes_others = includes_beyond(own, request.source);
  for (const auto &[name, text] : request.headers) includes_others |= includes_beyond(own, text);
  for (const std::string &option : request.options.preprocessor)
    found |= option.rfind("-I", 0) == 0 && includes_others;
  return found;
}

// The flags for the header, for the preprocessor and the compiler.
std::vector<std::string> language_flags(const compile_request &request) {
  const unsigned architecture = request.options.architecture ? request.options.architecture : 75;
  std::vector<std::string> flags = {"-std=c++" + std::to_string(request.options.standard)};
  flags.insert(flags.end(), code_flags.begin(), code_flags.end());
  flags.insert(flags.end(), request.options.code.begin(), request.options.code.end());
  flags.push_back("-D__CUDA_ARCH__=" + std::to_string(architecture * 10));
  return flags;
}

enum class header_text { whole, precompiled };

child_result preprocess(const compile_request &request, const work_folder &folder, const std::string &output, header_text header) {
  std::vector<std::string> command = {host_compiler(), "-E", "-x", "c++"};
  const std::vector<std::string> flags = language_flags(request), &given = request.options.preprocessor;
  command.insert(command.end(), flags.begin(), flags.end());
  const std::string precompiled = header == header_text::precompiled ? precompiled_header_folder(flags) : "";
  if (!precompiled.empty()) command.insert(command.end(), {"-fpch-preprocess", "-I" + precompiled});
  // In front of what the user has in front.
  command.insert(command.end(), {"-include", "heddle_emulator.h"});
  if (may_use_textures(request)) command.insert(command.end(), {"-include", "heddle/texture.h"});
  command.insert(command.end(), given.begin(), given.end());
  const std::string toolkit = toolkit_folder();
  for (const std::string &each : {folder.path() + "/headers", toolkit + "/include", toolkit + "/emulator"})
    command.push_back("-I" + each);
  command.insert(command.end(), {"-idirafter", folder.path() + "/standard", "-", "-o", output});
  return run_child(command, folder.path(), "#line 1 " + quoted(request.file_name) + "\n" + request.source);
}

bool is_address(const std::string &expression) { return expression.find_first_not_of(" \t&(") > expression.find('&'); }

std::string in_namespaces(const found_kernel &kernel, const std::string &text) {
  std::string result;
  for (const std::string &each : kernel.namespaces) result += "namespace " + each + " { ";
  result += text;
  for (size_t i = 0; i < kernel.namespaces.size(); i++) result += " }";
  return result + '\n';
}

// The lines after the source. In objects to be linked, entries have names of their own until they are.
class entry_lines {
 public:
  entry_lines(const compile_request &request, const std::vector<found_kernel> &kernels) {
    const std::string unit = request.options.relocatable ? unique_part(request) : "";
    text_ = std::string("\n# 1 \"") + entries_file + "\"\n";
    text_ += "extern \"C\" __attribute__((visibility(\"default\"), used)) const char heddle_base" + unit + " = 0;\n";
    for (const found_kernel &kernel : kernels) {
      const std::string called = kernel.overloaded
                                     ? "static_cast<void (*)(" + kernel.parameters + ")>(" + kernel.expression + ")"
                                     : kernel.expression;
      text_ += in_namespaces(kernel, entry(unit, kernel.expression, called));
      tag_++;
    }
    unsigned line = 0;
    for (const std::string &expression : request.name_expressions) {
      text_ += "# " + std::to_string(++line) + " \"" + expression_file + "\"\n";
      if (is_address(expression)) text_ += lowered(expression);
      else text_ += entry(unit, expression, expression);
      text_ += '\n';
      tag_++;
    }
  }
  const std::string &text() const { return text_; }

 private:
  static std::string unique_part(const compile_request &request) {
    return "_" + std::to_string(std::hash<std::string>()(request.source + request.file_name));
  }
  std::string lowered(const std::string &expression) const {
    return "static __attribute__((used)) void heddle_lowered_" + std::to_string(tag_) +
           "() { asm volatile(\".pushsection .heddle.lowered,\\\"\\\",@progbits\\n.string \\\"" + std::to_string(tag_) +
           " %c0\\\"\\n.popsection\" :: \"i\"((void *)(" + expression + "))); }";
  }
  // HEDDLE_ENTRY of entry_point.h in the form that takes the compiler least time, spelled out: macros have been replaced
  // by now.
  std::string entry(const std::string &unit, const std::string &name, const std::string &called) {
    const std::string code = "heddle_kernel_code<(" + called + ")>";
    return "extern \"C\" __attribute__((visibility(\"default\"), used)) const heddle_kernel_entry heddle_kernel_" +
           std::to_string(kernels_++) + unit + " = {heddle_emulator_abi, " + code + "::heddle_count, " + quoted(name) + ", " +
           "heddle_entry_of<" + code + ", HEDDLE_SCALAR_FORM>::heddle_run, " + code + "::heddle_slots, " + code +
           "::heddle_bytes, heddle_emulator_flags, heddle_touch}; " + lowered(called);
  }

  std::string text_;
  unsigned tag_ = 0;      // of the names
  unsigned kernels_ = 0;  // the runtime counts them without gaps
};

// Parts of one program that are compiled apart have one set of the variables that say where a thread is.
void share_state(std::string *unit) {
  static const std::string own = "static thread_local ", shared = "inline thread_local ";
  for (size_t at = unit->find(own); at != std::string::npos; at = unit->find(own, at + 1)) unit->replace(at, own.size(), shared);
}

std::string expression_hint(const std::string &log, const compile_request &request) {
  static const std::regex *place = new std::regex("(^|\n)__nv_name_map\\((\\d+)\\): error: [^\n]*\n");
  std::smatch match;
  if (!std::regex_search(log, match, *place)) return log;
  const size_t line = (size_t)std::stoul(match[2]);
  const std::string expression = line <= request.name_expressions.size() ? request.name_expressions[line - 1] : "";
  const size_t end = (size_t)match.position(0) + (size_t)match.length(0);
  return log.substr(0, end) + "Note: Input name expression was: \"" + expression + "\"\n" + log.substr(end);
}

compile_result failed(const child_result &run, const compile_request &request, const work_folder &folder) {
  compile_result result;
  result.log = expression_hint(nvidia_log(run.output, {folder.path(), request.file_name}), request);
  return result;
}

program_image make_image(const compile_request &request, const std::vector<found_kernel> &kernels,
                         const object_facts &facts, std::string code) {
  program_image image;
  image.architecture = request.options.architecture ? request.options.architecture : 75;
  image.relocatable = request.options.relocatable;
  image.variables = facts.variables;
  image.base = facts.base;
  image.code = std::move(code);
  std::set<std::string> known;
  const size_t entries = kernels.size() + request.name_expressions.size();
  unsigned index = 0;
  for (size_t i = 0; i < entries; i++) {
    const bool expression = i >= kernels.size();
    if (expression && is_address(request.name_expressions[i - kernels.size()])) continue;
    const auto lowered = facts.lowered.find(std::to_string(i));
    if (lowered != facts.lowered.end() && known.insert(lowered->second).second)
      image.kernels.push_back({lowered->second, index, expression ? 0 : kernels[i].launch_bound});
    index++;
  }
  return image;
}

}  // namespace

compile_result preprocess_source(const compile_request &request, std::string *text) {
  const work_folder folder;
  compile_result result;
  if (!folder.usable() || !write_headers(request, folder.path())) {
    result.log = "the headers cannot be written";
    return result;
  }
  const std::string unit = folder.path() + "/unit.ii";
  const child_result run = preprocess(request, folder, unit, header_text::whole);
  if (run.exit_code != 0) return failed(run, request, folder);
  result.succeeded = read_file(unit, text);
  return result;
}

compile_result compile_source(const compile_request &request) {
  const work_folder folder;
  compile_result result;
  if (!folder.usable() || !write_headers(request, folder.path())) {
    result.log = "the headers cannot be written";
    return result;
  }
  const std::string unit = folder.path() + "/unit.ii", output = folder.path() + "/code";
  // Parts of one program share what the header declares, which is changed in its text.
  const header_text header = request.options.relocatable ? header_text::whole : header_text::precompiled;
  child_result run = preprocess(request, folder, unit, header);
  std::string text;
  if (run.exit_code != 0 || !read_file(unit, &text)) return failed(run, request, folder);
  const std::vector<found_kernel> kernels = find_kernels(text);
  if (request.options.relocatable) share_state(&text);
  const entry_lines entries(request, kernels);
  text += entries.text();

  std::vector<std::string> command = {host_compiler(), "-fpreprocessed", "-x", "c++"};
  const std::vector<std::string> flags = language_flags(request);
  command.insert(command.end(), flags.begin(), flags.end());
  if (request.options.relocatable) command.push_back("-c");
  // The process has the C and C++ libraries, and linking against them takes longer than a small kernel takes to compile.
  else command.insert(command.end(), {"-shared", "-Wl,-Bsymbolic", "-nodefaultlibs"});
  const compiled_code known(command, text);
  const diagnostics_context context = {folder.path(), request.file_name};
  result.log = nvidia_warnings(run.output, context);
  std::string code;
  if (!known.find(&code)) {
    write_file(unit, text);
    command.insert(command.end(), {unit, "-o", output});
    if (!request.options.relocatable) command.push_back("-lgcc");
    run = run_child(command, folder.path(), "");
    if (run.exit_code != 0 || !read_file(output, &code)) return failed(run, request, folder);
    // Warnings have places, which are those of this text alone.
    if (run.output.empty()) known.keep(code);
    result.log += nvidia_warnings(run.output, context);
  }

  const object_facts facts = inspect_object(code);
  result.image = make_image(request, kernels, facts, std::move(code));
  for (size_t i = 0; i < request.name_expressions.size(); i++) {
    const auto lowered = facts.lowered.find(std::to_string(kernels.size() + i));
    result.lowered.push_back(lowered == facts.lowered.end() ? "" : lowered->second);
  }
  result.succeeded = true;
  return result;
}

std::string toolkit_folder() {
  Dl_info info = {};
  std::error_code ignored;
  std::string path = dladdr((void *)toolkit_folder, &info) && info.dli_fname ? info.dli_fname : "";
  if (path.find('/') == std::string::npos) path = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  return std::filesystem::canonical(path, ignored).parent_path().parent_path().string();
}

std::string host_compiler() {
  const char *chosen = getenv("HEDDLE_CXX");
  return chosen && *chosen ? chosen : "c++";
}

}  // namespace emulated

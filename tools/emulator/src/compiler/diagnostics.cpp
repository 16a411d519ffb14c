#include "diagnostics.h"

#include <regex>
#include <sstream>

namespace emulated {
namespace {

std::string without(std::string text, const std::string &part) {
  for (size_t at = text.find(part); !part.empty() && at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
  return text;
}

std::string message_line(const std::smatch &match) {
  std::string severity = match[3], message = match[4];
  const std::string missing = ": No such file or directory";
  const size_t at = message.find(missing);
  if (severity == "fatal error" && at != std::string::npos) {
    severity = "catastrophic error";
    message = "cannot open source file \"" + message.substr(0, at) + "\"";
  } else if (severity == "fatal error") {
    severity = "error";
  }
  return match[1].str() + "(" + match[2].str() + "): " + severity + ": " + message;
}

// The lines that are in a form that we know.
std::string converted(const std::string &log, const diagnostics_context &context, unsigned *errors) {
  static const std::regex *message = new std::regex("^(.+?):(\\d+):(?:\\d+:)? (fatal error|error|warning): (.*)$");
  static const std::regex *excerpt = new std::regex("^ *\\d* \\| ?(.*)$");
  std::istringstream lines(log);
  std::ostringstream text;
  for (std::string line; std::getline(lines, line);) {
    line = without(without(line, context.folder + "/headers/"), context.folder + "/");
    std::smatch match;
    if (std::regex_match(line, match, *message)) {
      text << message_line(match) << '\n';
      *errors += match[3] != "warning";
    } else if (std::regex_match(line, match, *excerpt)) {
      text << "  " << match[1].str() << '\n';
    }
  }
  return text.str();
}

}  // namespace

std::string nvidia_log(const std::string &log, const diagnostics_context &context) {
  unsigned errors = 0;
  const std::string text = converted(log, context, &errors);
  // Messages of an unknown form are shown unchanged: they must not be lost.
  if (errors == 0) return without(log, context.folder + "/");
  return text + '\n' + std::to_string(errors) + (errors == 1 ? " error" : " errors") + " detected in the compilation of \"" +
         context.file_name + "\".\n";
}

std::string nvidia_warnings(const std::string &log, const diagnostics_context &context) {
  unsigned errors = 0;
  return converted(log, context, &errors);
}

}  // namespace emulated

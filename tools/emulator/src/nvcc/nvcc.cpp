// A stand-in for nvcc: the options that build kernels, over the compiler of this folder.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "../compiler/child_process.h"
#include "../compiler/compile.h"
#include "../compiler/link.h"

namespace {

using namespace emulated;

enum class target { cubin, ptx, fatbin, ltoir, preprocessed };

struct command_line {
  compile_options options;
  target wanted = target::cubin;
  bool link = false;
  std::string output;
  std::vector<std::string> inputs;
};

int refuse(const std::string &message) {
  fprintf(stderr, "nvcc fatal   : %s\n", message.c_str());
  return 1;
}

// Options of nvcc alone. Returns how many entries it used; 0 if it is none of them.
unsigned take_own(const std::vector<std::string> &all, size_t at, command_line *out) {
  const std::string &text = all[at];
  const bool more = at + 1 < all.size();
  const std::string bare = text.substr(text.rfind("--", 0) == 0 ? 2 : 1);
  if ((bare == "o" || bare == "output-file") && more) {
    out->output = all[at + 1];
    return 2;
  }
  if (bare == "cubin") out->wanted = target::cubin;
  else if (bare == "ptx") out->wanted = target::ptx;
  else if (bare == "fatbin") out->wanted = target::fatbin;
  else if (bare == "ltoir") out->wanted = target::ltoir;
  else if (bare == "E" || bare == "preprocess") out->wanted = target::preprocessed;
  else if (bare == "dlink" || bare == "device-link") out->link = true;
  else if (bare.rfind("code=", 0) == 0 || bare.rfind("gpu-code=", 0) == 0 || bare.rfind("gencode=", 0) == 0) {
    // The last one named decides: the stand-in makes code for one architecture.
    const size_t place = bare.rfind("sm_") != std::string::npos ? bare.rfind("sm_") : bare.rfind("compute_");
    if (place == std::string::npos || !read_architecture(bare.substr(place), &out->options)) return 0;
  } else if ((bare == "x" || bare == "x-language") && more) {
    // Whatever a file is called, it is read as CUDA.
    return all[at + 1] == "cu" ? 2 : 0;
  } else if ((bare == "gencode" || bare == "code" || bare == "ccbin" || bare == "Xcompiler" || bare == "Xptxas" ||
              bare == "compiler-options" || bare == "ptxas-options" || bare == "threads") && more) {
    return 2;
  } else if (bare.rfind("ccbin=", 0) != 0 && bare.rfind("Xcompiler=", 0) != 0 && bare.rfind("Xptxas=", 0) != 0 &&
             bare != "keep" && bare != "g" && bare != "m64" && bare != "v" && bare.rfind("O", 0) != 0 &&
             bare != "allow-unsupported-compiler" && bare != "expt-relaxed-constexpr" && bare != "extended-lambda") {
    return 0;
  }
  return 1;
}

int parse(const std::vector<std::string> &all, command_line *out) {
  for (size_t at = 0; at < all.size();) {
    if (all[at].empty() || all[at][0] != '-') {
      out->inputs.push_back(all[at++]);
      continue;
    }
    unsigned used = take_own(all, at, out);
    if (used == 0) used = take_option(all, at, &out->options);
    if (used == 0) {
      if (all[at].find("arch") != std::string::npos)
        return refuse("Value '" + all[at].substr(all[at].find('=') + 1) + "' is not defined for option 'gpu-architecture'");
      return refuse("Unknown option '" + all[at] + "'");
    }
    at += used;
  }
  if (out->wanted == target::ltoir && !out->options.intermediate)
    return refuse("Option '--ltoir (-ltoir)' is only allowed with '-dlto'");
  if (out->inputs.empty()) return refuse("No input files specified; use option --help for more information");
  return 0;
}

std::string rendered(const program_image &image, target wanted) {
  switch (wanted) {
    case target::ptx: return write_ptx(image);
    case target::fatbin: return write_fatbin(image);
    case target::ltoir: return write_ltoir(image);
    default: return write_cubin(image);
  }
}

int write_output(const std::string &path, const std::string &bytes) {
  return write_file(path, bytes) ? 0 : refuse("Could not open output file '" + path + "'");
}

int compile_file(const command_line &line) {
  const std::string &path = line.inputs[0];
  compile_request request;
  if (!read_file(path, &request.source))
    return refuse("Don't know what to do with '" + path + "': it cannot be read");
  request.file_name = path;
  request.options = line.options;
  // Quoted includes are looked for beside the source first.
  const std::string folder = std::filesystem::path(path).parent_path().string();
  request.options.preprocessor.insert(request.options.preprocessor.begin(), "-I" + (folder.empty() ? std::string(".") : folder));
  if (line.wanted == target::preprocessed) {
    std::string text;
    const compile_result outcome = preprocess_source(request, &text);
    fputs(outcome.succeeded ? text.c_str() : outcome.log.c_str(), outcome.succeeded ? stdout : stderr);
    return outcome.succeeded ? 0 : 1;
  }
  const compile_result outcome = compile_source(request);
  fputs(outcome.log.c_str(), stderr);
  if (!outcome.succeeded) return 1;
  const char *const ending = line.wanted == target::ptx      ? ".ptx"
                             : line.wanted == target::fatbin ? ".fatbin"
                             : line.wanted == target::ltoir  ? ".ltoir"
                                                             : ".cubin";
  const std::string output = line.output.empty() ? std::filesystem::path(path).stem().string() + ending : line.output;
  return write_output(output, rendered(outcome.image, line.wanted));
}

int link_files(const command_line &line) {
  std::vector<link_part> parts;
  for (const std::string &path : line.inputs) {
    std::string bytes;
    link_part part;
    part.name = path;
    if (!read_file(path, &bytes)) return refuse("Could not open input file '" + path + "'");
    // Libraries have no meaning to this linker.
    if (bytes.empty() || read_image(bytes.data(), bytes.size(), 0, &part.image) != image_fault::none) {
      fprintf(stderr, "nvlink error   : '%s' cannot be read\n", path.c_str());
      return 1;
    }
    parts.push_back(std::move(part));
  }
  program_image linked;
  std::string log;
  if (!link_images(parts, &linked, &log)) {
    fputs(log.c_str(), stderr);
    return 1;
  }
  if (line.options.architecture) linked.architecture = line.options.architecture;
  return write_output(line.output.empty() ? "a_dlink.cubin" : line.output, rendered(linked, line.wanted));
}

}  // namespace

int main(int count, char **texts) {
  const std::vector<std::string> all(texts + 1, texts + count);
  if (all.size() == 1 && (all[0] == "--version" || all[0] == "-V")) {
    puts("nvcc: Heddle's emulated Cuda compiler driver\nCuda compilation tools, release 13.0, V13.0.0");
    return 0;
  }
  if (all.size() == 1 && (all[0] == "--list-gpu-code" || all[0] == "--list-gpu-arch")) {
    for (const unsigned each : known_architectures())
      printf("%s_%u\n", all[0] == "--list-gpu-code" ? "sm" : "compute", each);
    return 0;
  }
  command_line line;
  if (const int wrong = parse(all, &line)) return wrong;
  return line.link ? link_files(line) : compile_file(line);
}

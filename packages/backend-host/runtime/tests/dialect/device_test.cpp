// The dialect's answers to device_questions.h and its texture reads against those of a real GPU (device_answers.txt).
// `device_test NUMBER` prints the answers to one question, as device_answers does.
#include "prelude.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "checks.h"
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#define TEXTURE_FUNCTION
#include "device_questions.h"
#include "device_textures.h"

// The guide's formula multiplies the weights of two or three dimensions; an H200 rounds each product to 1/256 (in two
// dimensions: round(a b), a - round(a b), ...). The dialect keeps to the guide: half a step for each product apart.
static float texture_tolerance(const texture_case &t) {
  return t.dimensions == 3 ? 2.0f / 256 : t.dimensions == 2 ? 1.0f / 256 : 1e-6f;
}

typedef unsigned long long (*question)(const question_input &);
#define ASK(...)                                                                                                       \
  [](const question_input &in) -> unsigned long long {                                                                 \
    QUESTION_VALUES(in)                                                                                                \
    return answer(__VA_ARGS__);                                                                                        \
  },
static const question questions[] = {QUESTIONS(ASK)};
#undef ASK
#define ASK(...) #__VA_ARGS__,
static const char *const names[] = {QUESTIONS(ASK)};

static void texture(int n, std::istringstream &line) {
  texture_case t = texture_case_of(n);
  heddle_texture d = {};
  texture_format(t.format, d.channel_kind, d.channel_bits, d.channel_count);
  const int bytes = d.channel_bits / 8, depth = t.dimensions > 2 || t.layered ? texture_depth : 1;
  d.extent[0] = texture_width, d.extent[1] = t.dimensions > 1 ? texture_height : 1, d.extent[2] = t.layered ? 1 : depth;
  d.layers = t.layered ? depth : 0;
  d.row_pitch = (unsigned)(texture_width * d.channel_count * bytes),
  d.slice_pitch = d.row_pitch * (unsigned)d.extent[1];
  std::vector<unsigned char> data(d.slice_pitch * (unsigned)depth);
  for (unsigned i = 0; i < data.size() / (unsigned)bytes; i++) texture_channel(t, (int)i, &data[i * (unsigned)bytes]);
  d.data = data.data(), d.dimensions = t.dimensions;
  d.filter_mode = t.linear, d.normalized_coordinates = t.normalized, d.normalized_read = t.format == 2 || t.format == 3;
  const float border[4] = {17, 33, 65, 129};
  for (int k = 0; k < 4; k++) d.border[k] = d.normalized_read ? border[k] / 256 : border[k];
  for (int k = 0; k < 3; k++) d.address_mode[k] = t.address_mode;

  char name[120];
  std::snprintf(name, sizeof name, "texture %d: %dD%s, address mode %d, %s, %s, format %d", n, t.dimensions,
                t.layered ? " layered" : "", t.address_mode, t.normalized ? "normalized" : "texels",
                t.linear ? "linear" : "point", t.format);
  checks::group g(name);
  for (int read = 0; read < texture_reads; read++) {
    texture_answer a = texture_read((unsigned long long)&d, t, read);
    const unsigned mine[4] = {a.x, a.y, a.z, a.w};
    for (int c = 0; c < (t.format == 0 ? 1 : 4); c++) {
      std::string word;
      line >> word;
      unsigned theirs = (unsigned)std::strtoul(word.c_str(), nullptr, 16);
      float x = checks::bits<float>(mine[c]), y = checks::bits<float>(theirs);
      g.check(mine[c] == theirs ||
                  (t.linear &&
                   std::fabs(x - y) <=
                       texture_tolerance(t) * std::fmax(std::fabs(y), t.format == 2 || t.format == 3 ? 1.0f : 256.0f)),
              "read %d at %g, %g, %g, channel %d: %g (%x), the GPU's %g (%x)", read,
              (double)texture_coordinate(t, read, 0), (double)texture_coordinate(t, read, 1),
              (double)texture_coordinate(t, read, 2), c, (double)x, mine[c], (double)y, theirs);
    }
  }
}

int main(int arguments, char **argument) {
  const int count = sizeof questions / sizeof questions[0];
  if (arguments > 1) {
    for (int i = 0; i < questions_inputs; i++)
      std::printf("%016llx\n", questions[std::atoi(argument[1])](question_inputs(i)));
    return 0;
  }
  std::ifstream answers("device_answers.txt");
  std::string line;
  int number = 0;
  while (std::getline(answers, line)) {
    if (line[0] == '#') continue;
    if (line.rfind("texture ", 0) == 0) {
      std::istringstream words(line.substr(8));
      int n;
      words >> n;
      texture(n, words);
      continue;
    }
    checks::group g(number < count ? names[number] : "a question too many");
    if (number >= count) break;
    unsigned long long hash = 0;
    for (int i = 0; i < questions_inputs; i++) hash = question_bits(hash ^ questions[number](question_inputs(i)));
    g.check(line.substr(17) == names[number], "%s is asked as %s", line.substr(17).c_str(), names[number]);
    g.check(std::strtoull(line.substr(0, 16).c_str(), nullptr, 16) == hash, "question %d differs", number);
    number++;
  }
  checks::group all("every question answered");
  all.check(number == count);
  return checks::finish();
}

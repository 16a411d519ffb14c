#include "shared_object.h"

#include <elf.h>

#include <cstring>

namespace emulated {
namespace {

#if defined(__x86_64__)
constexpr unsigned relative_relocation = R_X86_64_RELATIVE;
#elif defined(__aarch64__)
constexpr unsigned relative_relocation = R_AARCH64_RELATIVE;
#else
#error "the emulator knows x86-64 and AArch64"
#endif

class object_view {
 public:
  explicit object_view(const std::string &bytes) : bytes_(bytes) {
    if (bytes.size() < sizeof header_) return;
    memcpy(&header_, bytes.data(), sizeof header_);
    sections_.resize(header_.e_shnum);
    memcpy(sections_.data(), bytes.data() + header_.e_shoff, sections_.size() * sizeof(Elf64_Shdr));
  }
  const std::vector<Elf64_Shdr> &sections() const { return sections_; }
  const Elf64_Shdr *section(uint32_t type) const {
    for (const Elf64_Shdr &one : sections_)
      if (one.sh_type == type) return &one;
    return nullptr;
  }
  const Elf64_Shdr *named(const std::string &name) const {
    for (const Elf64_Shdr &one : sections_)
      if (name == text(sections_[header_.e_shstrndx], one.sh_name)) return &one;
    return nullptr;
  }
  std::string text(const Elf64_Shdr &strings, uint64_t at) const { return bytes_.c_str() + strings.sh_offset + at; }
  template <class Entry> std::vector<Entry> entries(const Elf64_Shdr &section) const {
    std::vector<Entry> list(section.sh_size / sizeof(Entry));
    memcpy(list.data(), bytes_.data() + section.sh_offset, list.size() * sizeof(Entry));
    return list;
  }

 private:
  const std::string &bytes_;
  Elf64_Ehdr header_ = {};
  std::vector<Elf64_Shdr> sections_;
};

bool is_ours(const std::string &name) {
  return name.find("heddle_kernel_") != std::string::npos || name.find("heddle_layout") != std::string::npos ||
         name.rfind("heddle_base", 0) == 0 || name == "heddle_emulator_flags" || name == "heddle_emulator_abi" || name.rfind("_ZGV", 0) == 0 || name.rfind("_ZT", 0) == 0 || name.rfind("__", 0) == 0 ||
         name == "_DYNAMIC" || name == "_GLOBAL_OFFSET_TABLE_" || name.find('.') != std::string::npos;
}

}  // namespace

object_facts inspect_object(const std::string &bytes) {
  object_facts facts;
  const object_view view(bytes);
  if (const Elf64_Shdr *names = view.named(".heddle.lowered")) {
    for (uint64_t at = 0; at < names->sh_size;) {
      const std::string line = view.text(*names, at);
      const size_t space = line.find(' ');
      if (space != std::string::npos) facts.lowered[line.substr(0, space)] = line.substr(space + 1);
      at += line.size() + 1;
    }
  }
  const Elf64_Shdr *table = view.section(SHT_SYMTAB);
  if (!table) return facts;
  const Elf64_Shdr &strings = view.sections()[table->sh_link];
  std::map<uint64_t, std::string> at_address;
  for (const Elf64_Sym &symbol : view.entries<Elf64_Sym>(*table)) {
    const std::string name = view.text(strings, symbol.st_name);
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF) {
      if (type != STT_TLS && !name.empty()) facts.undefined_functions.push_back(name);
      continue;
    }
    if (name == "heddle_base") facts.base = symbol.st_value;
    if (type == STT_FUNC || type == STT_OBJECT) at_address.emplace(symbol.st_value, name);
    if (type != STT_OBJECT || symbol.st_size == 0 || is_ours(name)) continue;
    image_variable variable;
    variable.name = name;
    variable.address = symbol.st_value;
    variable.bytes = symbol.st_size;
    facts.variables.push_back(variable);
  }
  for (const Elf64_Shdr &section : view.sections()) {
    if (section.sh_type != SHT_RELA) continue;
    for (const Elf64_Rela &relocation : view.entries<Elf64_Rela>(section)) {
      if (ELF64_R_TYPE(relocation.r_info) != relative_relocation) continue;
      for (image_variable &variable : facts.variables) {
        const auto target = at_address.find((uint64_t)relocation.r_addend);
        if (variable.bytes == 8 && variable.address == relocation.r_offset && target != at_address.end())
          variable.points_to = target->second;
      }
    }
  }
  return facts;
}

}  // namespace emulated

#include "image.h"

#include <elf.h>

#include <cstdio>
#include <cstring>
#include <sstream>

namespace emulated {
namespace {

constexpr unsigned cuda_machine = 190;    // EM_CUDA
constexpr unsigned char entry_point_mark = 0x10;  // STO_CUDA_ENTRY
constexpr uint32_t fatbin_magic = 0xba55ed50;
constexpr uint32_t ltoir_magic = 0x7f4e43ed, ltoir_mark = 0x4c444548;  // the mark: not by NVIDIA

uint64_t checksum(const std::string &bytes) {  // FNV-1a
  uint64_t sum = 0xcbf29ce484222325u;
  for (const unsigned char byte : bytes) sum = (sum ^ byte) * 0x100000001b3u;
  return sum;
}

template <class Struct> void append(std::string &bytes, const Struct &value) {
  bytes.append((const char *)&value, sizeof value);
}

// The kernels and variables as lines, in a section of their own: what the driver reads.
std::string write_table(const program_image &image) {
  std::ostringstream text;
  text << "architecture " << image.architecture << "\nrelocatable " << image.relocatable << "\nbase " << image.base << "\nchecksum "
       << checksum(image.code) << '\n';
  for (const image_kernel &one : image.kernels)
    text << "kernel " << one.index << ' ' << one.launch_bound << ' ' << one.name << '\n';
  for (const image_variable &one : image.variables)
    text << "variable " << one.address << ' ' << one.bytes << ' ' << one.name << '\n';
  return text.str();
}

bool read_table(const std::string &table, program_image *image) {
  std::istringstream lines(table);
  uint64_t expected = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "architecture") words >> image->architecture;
    if (what == "relocatable") words >> image->relocatable;
    if (what == "base") words >> image->base;
    if (what == "checksum") words >> expected;
    if (what == "kernel") {
      image_kernel one;
      words >> one.index >> one.launch_bound >> one.name;
      image->kernels.push_back(one);
    }
    if (what == "variable") {
      image_variable one;
      words >> one.address >> one.bytes >> one.name;
      image->variables.push_back(one);
    }
    if (!words) return false;
  }
  return expected == checksum(image->code);
}

class strings {
 public:
  uint32_t add(const std::string &text) {
    const uint32_t at = (uint32_t)bytes.size();
    bytes.append(text.c_str(), text.size() + 1);
    return at;
  }
  std::string bytes = std::string(1, '\0');
};

enum section_index : uint16_t { none, names, texts, symbols, code, globals, relocations, table, payload, section_count };
const char *const section_names[] = {"",
                                     ".shstrtab",
                                     ".strtab",
                                     ".symtab",
                                     ".text",
                                     ".nv.global.init",
                                     ".rela.nv.global.init",
                                     ".heddle.table",
                                     ".heddle.code"};

struct parts {
  strings names, texts;
  std::string symbols, relocations, globals;
};

void add_symbols(const program_image &image, parts *out) {
  std::vector<std::string> known;
  const auto add = [&](const std::string &name, unsigned char type, unsigned char other, uint16_t section,
                       uint64_t value, uint64_t size) {
    Elf64_Sym symbol = {};
    symbol.st_name = out->texts.add(name);
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, type);
    symbol.st_other = other;
    symbol.st_shndx = section;
    symbol.st_value = value;
    symbol.st_size = size;
    append(out->symbols, symbol);
    known.push_back(name);
  };
  out->symbols.assign(sizeof(Elf64_Sym), '\0');
  for (const image_kernel &one : image.kernels) add(one.name, STT_FUNC, entry_point_mark, code, 0, 0);
  uint64_t offset = 0;
  for (const image_variable &one : image.variables) {
    add(one.name, STT_OBJECT, 0, globals, offset, one.bytes);
    offset += (one.bytes + 15) / 16 * 16;
  }
  out->globals.assign(offset, '\0');
  offset = 0;
  for (const image_variable &one : image.variables) {
    for (size_t i = 0; i < known.size() && !one.points_to.empty(); i++) {
      if (known[i] != one.points_to) continue;
      Elf64_Rela relocation = {};
      relocation.r_offset = offset;
      relocation.r_info = ELF64_R_INFO(i + 1, 2);
      append(out->relocations, relocation);
      break;
    }
    offset += (one.bytes + 15) / 16 * 16;
  }
}

std::string hexadecimal(const std::string &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i++) {
    if (i % 96 == 0) text += "\n//";
    text += digits[(unsigned char)bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text + '\n';
}

int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

image_fault read_elf(const unsigned char *bytes, uint64_t size, unsigned device, program_image *out) {
  if (size != 0 && size < sizeof(Elf64_Ehdr)) return image_fault::damaged;
  Elf64_Ehdr header;
  memcpy(&header, bytes, sizeof header);
  if (header.e_machine != cuda_machine || header.e_ident[EI_CLASS] != ELFCLASS64) return image_fault::damaged;
  const unsigned wanted = header.e_flags & 0xff;
  if (device != 0 && (wanted / 10 != device / 10 || wanted > device)) return image_fault::other_architecture;
  const uint64_t end = header.e_shoff + (uint64_t)header.e_shnum * sizeof(Elf64_Shdr);
  if (header.e_shoff == 0 || (size != 0 && end > size)) return image_fault::damaged;
  if (header.e_shnum != section_count) return image_fault::foreign;
  Elf64_Shdr sections[section_count];
  memcpy(sections, bytes + header.e_shoff, sizeof sections);
  for (const Elf64_Shdr &section : sections)
    if (section.sh_offset + section.sh_size > header.e_shoff) return image_fault::foreign;
  const auto text = [&](section_index index) {
    return std::string((const char *)bytes + sections[index].sh_offset, sections[index].sh_size);
  };
  const std::string named = text(names);
  if (named.find(".heddle.code") == std::string::npos) return image_fault::foreign;
  out->code = text(payload);
  return read_table(text(table), out) ? image_fault::none : image_fault::damaged;
}

image_fault read_ptx(const char *bytes, uint64_t size, unsigned device, program_image *out) {
  const std::string text = size ? std::string(bytes, strnlen(bytes, size)) : std::string(bytes);
  const size_t version = text.find(".version"), target = text.find(".target sm_");
  if (version == std::string::npos || target == std::string::npos) return image_fault::damaged_text;
  // The architecture of PTX is a lower limit.
  if (device != 0 && (unsigned)atoi(text.c_str() + target + 11) > device) return image_fault::other_architecture;
  const char *const mark = "// heddle-image ";
  const size_t begin = text.find(mark);
  if (begin == std::string::npos) {
    const size_t last = text.find_last_not_of(" \r\n\t");
    return text[last] == '}' || text[last] == ';' ? image_fault::foreign : image_fault::damaged_text;
  }
  unsigned long long expected = 0;
  if (sscanf(text.c_str() + begin + strlen(mark), "%llu", &expected) != 1) return image_fault::damaged_text;
  std::string cubin;
  for (size_t at = text.find('\n', begin); at + 1 < text.size(); at++) {
    const int high = digit(text[at]), low = digit(text[at + 1]);
    if (high < 0) continue;
    if (low < 0) return image_fault::damaged_text;
    cubin += (char)(high * 16 + low);
    at++;
  }
  if (cubin.size() != expected) return image_fault::damaged_text;
  return read_elf((const unsigned char *)cubin.data(), cubin.size(), 0, out) == image_fault::none
             ? image_fault::none
             : image_fault::damaged_text;
}

}  // namespace

std::string write_cubin(const program_image &image) {
  parts all;
  add_symbols(image, &all);
  const std::string contents[section_count] = {
      "", "", all.texts.bytes, all.symbols, std::string(16, '\0'), all.globals, all.relocations, write_table(image), image.code};
  Elf64_Shdr headers[section_count] = {};
  for (int i = 1; i < section_count; i++) headers[i].sh_name = all.names.add(section_names[i]);
  std::string bytes(sizeof(Elf64_Ehdr), '\0');
  for (int i = 1; i < section_count; i++) {
    const std::string &content = i == names ? all.names.bytes : contents[i];
    bytes.resize((bytes.size() + 15) / 16 * 16);
    headers[i].sh_type = i == names || i == texts ? SHT_STRTAB : SHT_PROGBITS;
    headers[i].sh_offset = bytes.size();
    headers[i].sh_size = content.size();
    headers[i].sh_addralign = 16;
    bytes += content;
  }
  headers[symbols].sh_type = SHT_SYMTAB;
  headers[symbols].sh_link = texts;
  headers[symbols].sh_info = 1;
  headers[symbols].sh_entsize = sizeof(Elf64_Sym);
  headers[relocations].sh_type = SHT_RELA;
  headers[relocations].sh_link = symbols;
  headers[relocations].sh_info = globals;
  headers[relocations].sh_entsize = sizeof(Elf64_Rela);
  bytes.resize((bytes.size() + 15) / 16 * 16);
  Elf64_Ehdr header = {};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = image.relocatable ? ET_REL : ET_EXEC;
  header.e_machine = cuda_machine;
  header.e_version = EV_CURRENT;
  header.e_flags = image.architecture;
  header.e_ehsize = sizeof header;
  header.e_shoff = bytes.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = section_count;
  header.e_shstrndx = names;
  memcpy(bytes.data(), &header, sizeof header);
  bytes.append((const char *)headers, sizeof headers);
  return bytes;
}

std::string write_ptx(const program_image &image) {
  std::ostringstream text;
  text << "//\n// Generated by Heddle's emulated compilers: the code is in the comment at the end.\n//\n\n"
       << ".version 8.3\n.target sm_" << image.architecture << "\n.address_size 64\n\n";
  for (const image_variable &one : image.variables) {
    if (one.points_to.empty()) text << ".visible .global .align 16 .b8 " << one.name << "[" << one.bytes << "];\n";
    else text << ".visible .global .align 8 .u64 " << one.name << " = generic(" << one.points_to << ");\n";
  }
  for (const image_kernel &one : image.kernels) text << ".visible .entry " << one.name << "()\n{\n\tret;\n}\n";
  const std::string cubin = write_cubin(image);
  text << "// heddle-image " << cubin.size() << hexadecimal(cubin);
  return text.str();
}

std::string write_fatbin(const program_image &image) {
  const std::string cubin = write_cubin(image);
  std::string bytes;
  append(bytes, fatbin_magic);
  append(bytes, (uint16_t)1);
  append(bytes, (uint16_t)16);
  append(bytes, (uint64_t)cubin.size());
  return bytes + cubin;
}

std::string write_ltoir(const program_image &image) {
  const std::string cubin = write_cubin(image);
  std::string bytes;
  append(bytes, ltoir_magic);
  append(bytes, ltoir_mark);
  append(bytes, (uint64_t)cubin.size());
  return bytes + cubin;
}

bool is_ltoir(const void *bytes, uint64_t size) {
  return size >= sizeof ltoir_magic && memcmp(bytes, &ltoir_magic, sizeof ltoir_magic) == 0;
}

image_fault read_ltoir(const void *bytes, uint64_t size, program_image *out) {
  const unsigned char *at = (const unsigned char *)bytes;
  uint32_t mark;
  uint64_t length;
  if (!is_ltoir(bytes, size) || size < 16) return image_fault::damaged;
  memcpy(&mark, at + 4, sizeof mark);
  memcpy(&length, at + 8, sizeof length);
  if (mark != ltoir_mark) return image_fault::foreign;
  return length + 16 == size ? read_elf(at + 16, length, 0, out) : image_fault::damaged;
}

image_fault read_image(const void *bytes, uint64_t size, unsigned device, program_image *out) {
  const unsigned char *at = (const unsigned char *)bytes;
  uint32_t magic = 0;
  if (size == 0 || size >= sizeof magic) memcpy(&magic, at, sizeof magic);
  if (magic == fatbin_magic) {
    if (size != 0 && size < 16) return image_fault::damaged;
    uint64_t length;
    memcpy(&length, at + 8, sizeof length);
    if (size != 0 && length + 16 > size) return image_fault::damaged;
    return read_elf(at + 16, length, device, out);
  }
  if (memcmp(&magic, ELFMAG, SELFMAG) == 0) return read_elf(at, size, device, out);
  return read_ptx((const char *)bytes, size, device, out);
}

}  // namespace emulated

#include "module_image.h"

#include "report_error.h"

#if defined(__linux__)
#include <elf.h>

#include <cstring>

namespace heddle {
namespace {

#if defined(__x86_64__)
constexpr unsigned machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned machine = EM_AARCH64;
#elif defined(__riscv)
constexpr unsigned machine = EM_RISCV;
#elif defined(__powerpc64__)
constexpr unsigned machine = EM_PPC64;
#else
constexpr unsigned machine = EM_NONE;
#endif

constexpr uint64_t shared_alignment = 128;

struct image_view {
  unsigned char *bytes;
  uint64_t size;

  // `count` elements at a file offset, or null when they do not lie in the file as they should.
  template <class Element> Element *at(uint64_t offset, uint64_t count) const {
    if (offset > size || count > (size - offset) / sizeof(Element) || offset % alignof(Element)) return nullptr;
    return (Element *)(bytes + offset);
  }
};

heddle_status corrupt(const char *what) {
  return report(HEDDLE_CORRUPT, "the bytes are not a shared object for this machine: %s", what);
}

// Where an address of the loaded object lies in the file.
uint64_t file_offset(const Elf64_Phdr *segments, unsigned count, uint64_t address) {
  for (unsigned i = 0; i < count; i++) {
    const Elf64_Phdr &segment = segments[i];
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
      return address - segment.p_vaddr + segment.p_offset;
  }
  return ~0ull;
}

struct dynamic_section {
  uint64_t symbols = 0, relocations = 0, relocation_bytes = 0, plt_relocations = 0, plt_bytes = 0;
};

// Number of dynamic symbols: from the section headers, which linkers write although loaders do not need them.
uint64_t count_symbols(const image_view &view, const Elf64_Ehdr *header, uint64_t symbols_offset) {
  const Elf64_Shdr *sections = view.at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
  for (unsigned i = 0; sections && i < header->e_shnum; i++)
    if (sections[i].sh_type == SHT_DYNSYM && sections[i].sh_offset == symbols_offset)
      return sections[i].sh_size / sizeof(Elf64_Sym);
  return 0;
}

// Bytes of the thread-local variables without a first value, as shared ones are and the dialect's own are not.
uint64_t count_shared_bytes(const image_view &view, const Elf64_Ehdr *header) {
  const Elf64_Shdr *sections = view.at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
  uint64_t bytes = 0;
  for (unsigned i = 0; sections && i < header->e_shnum; i++)
    if (sections[i].sh_type == SHT_NOBITS && (sections[i].sh_flags & SHF_TLS)) bytes += sections[i].sh_size;
  return bytes;
}

struct symbol_table {
  Elf64_Sym *symbols = nullptr;
  uint64_t count = 0;
  bool is_dynamic_shared(uint64_t index) const {
    return index < count && symbols[index].st_shndx == SHN_UNDEF && ELF64_ST_TYPE(symbols[index].st_info) == STT_TLS;
  }
};

// Relocations against symbol 0 are against the module itself, and their addend is the offset in its block: so we turn
// those against an undefined thread-local symbol into that.
bool redirect(const image_view &view, const Elf64_Phdr *segments, unsigned segment_count, uint64_t address,
              uint64_t bytes, const symbol_table &table, uint64_t offset) {
  if (bytes == 0) return true;
  const uint64_t count = bytes / sizeof(Elf64_Rela);
  Elf64_Rela *entries = view.at<Elf64_Rela>(file_offset(segments, segment_count, address), count);
  if (!entries) return false;
  for (uint64_t i = 0; i < count; i++) {
    if (!table.is_dynamic_shared(ELF64_R_SYM(entries[i].r_info))) continue;
    entries[i].r_info = ELF64_R_INFO(0, ELF64_R_TYPE(entries[i].r_info));
    entries[i].r_addend += (int64_t)offset;
  }
  return true;
}

}  // namespace

heddle_status prepare_image(unsigned char *bytes, uint64_t size, image_facts *facts) {
  *facts = {};
  const image_view view = {bytes, size};
  const Elf64_Ehdr *header = view.at<Elf64_Ehdr>(0, 1);
  if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return corrupt("no ELF file");
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_DYN) return corrupt("no 64-bit shared object");
  if (machine != EM_NONE && header->e_machine != machine) return corrupt("it is for another processor");
  const unsigned segment_count = header->e_phnum;
  Elf64_Phdr *segments = view.at<Elf64_Phdr>(header->e_phoff, segment_count);
  if (!segments || header->e_phentsize != sizeof(Elf64_Phdr)) return corrupt("it has no program headers");

  Elf64_Phdr *thread_local_segment = nullptr;
  const Elf64_Dyn *dynamic = nullptr;
  uint64_t dynamic_count = 0;
  for (unsigned i = 0; i < segment_count; i++) {
    Elf64_Phdr &segment = segments[i];
    // A truncated file would still be mapped, and fault when it is read.
    if (segment.p_filesz > 0 && !view.at<char>(segment.p_offset, segment.p_filesz)) return corrupt("it is cut short");
    if (segment.p_type == PT_TLS) thread_local_segment = &segment;
    if (segment.p_type != PT_DYNAMIC) continue;
    dynamic_count = segment.p_filesz / sizeof(Elf64_Dyn);
    dynamic = view.at<Elf64_Dyn>(segment.p_offset, dynamic_count);
  }
  if (!dynamic) return corrupt("it has no dynamic section");

  dynamic_section found;
  for (uint64_t i = 0; i < dynamic_count && dynamic[i].d_tag != DT_NULL; i++) {
    const uint64_t value = dynamic[i].d_un.d_val;
    switch (dynamic[i].d_tag) {
      case DT_SYMTAB: found.symbols = value; break;
      case DT_RELA: found.relocations = value; break;
      case DT_RELASZ: found.relocation_bytes = value; break;
      case DT_JMPREL: found.plt_relocations = value; break;
      case DT_PLTRELSZ: found.plt_bytes = value; break;
    }
  }
  facts->static_shared_bytes = count_shared_bytes(view, header);
  const uint64_t symbols_offset = file_offset(segments, segment_count, found.symbols);
  symbol_table table;
  table.count = count_symbols(view, header, symbols_offset);
  table.symbols = view.at<Elf64_Sym>(symbols_offset, table.count);
  if (!table.symbols) return HEDDLE_OK;  // nothing is exported: the caller will find no kernel

  bool dynamic_shared = false;
  for (uint64_t i = 1; i < table.count; i++) {
    Elf64_Sym &symbol = table.symbols[i];
    if (ELF64_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE)
      symbol.st_info = ELF64_ST_INFO(STB_WEAK, ELF64_ST_TYPE(symbol.st_info));
    dynamic_shared |= table.is_dynamic_shared(i);
  }
  if (!dynamic_shared) return HEDDLE_OK;
  if (!thread_local_segment) return corrupt("it has dynamic shared memory but was not built with heddle_cuda.h");
  const uint64_t offset = (thread_local_segment->p_memsz + shared_alignment - 1) & ~(shared_alignment - 1);
  if (!redirect(view, segments, segment_count, found.relocations, found.relocation_bytes, table, offset) ||
      !redirect(view, segments, segment_count, found.plt_relocations, found.plt_bytes, table, offset))
    return corrupt("its relocations lie outside the file");
  // Nobody looks for these symbols any more; as weak ones they need no definition.
  for (uint64_t i = 1; i < table.count; i++)
    if (table.is_dynamic_shared(i)) table.symbols[i].st_info = ELF64_ST_INFO(STB_WEAK, STT_NOTYPE);
  facts->dynamic_shared_offset = offset;
  thread_local_segment->p_memsz = offset + dynamic_shared_limit;
  if (thread_local_segment->p_align < shared_alignment) thread_local_segment->p_align = shared_alignment;
  return HEDDLE_OK;
}

}  // namespace heddle
#else
namespace heddle {
heddle_status prepare_image(unsigned char *, uint64_t, image_facts *facts) {
  *facts = {};
  return HEDDLE_OK;
}
}  // namespace heddle
#endif

// Reads one instruction: `idiv` of 32 or 64 bits, as compilers write it for the division of signed integers. Encodings
// are those of AMD64 Architecture Programmer's Manual, volume 3 (AMD, 2023), sections 1.1 to 1.7.
#include "overflowing_division.h"

#include <cstdint>
#include <cstring>

namespace heddle {
#if defined(__linux__) && defined(__x86_64__)
namespace {

// Where the general registers stand in the interrupted thread's context, by their number in instructions.
constexpr int registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                             REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

constexpr uint8_t rex_w = 8, rex_x = 2, rex_b = 1;

template <typename Integer>
Integer read(const uint8_t *from) {
  Integer value;
  memcpy(&value, from, sizeof value);
  return value;
}

// The operand of the division, and the end of the instruction.
struct operand {
  int64_t value;
  const uint8_t *end;
};

int64_t value_at(const uint8_t *address, bool wide) {
  return wide ? read<int64_t>(address) : read<int32_t>(address);
}

operand operand_of(const greg_t *values, const uint8_t *at, uint8_t rex) {
  const auto reg = [&](unsigned number) { return (uint64_t)values[registers[number]]; };
  const bool wide = rex & rex_w;
  const uint8_t modes = *at++;
  const unsigned mode = modes >> 6, base = modes & 7;
  const unsigned high = rex & rex_b ? 8 : 0;
  if (mode == 3) {
    const uint64_t value = reg(base + high);
    return {wide ? (int64_t)value : (int64_t)(int32_t)value, at};
  }
  uint64_t address = 0;
  const bool relative = mode == 0 && base == 5;  // to the next instruction
  bool without_base = relative;
  if (base == 4) {
    const uint8_t scaled = *at++;
    const unsigned index = ((scaled >> 3) & 7) + (rex & rex_x ? 8 : 0);
    if (index != 4) address += reg(index) << (scaled >> 6);
    without_base = mode == 0 && (scaled & 7) == 5;
    if (!without_base) address += reg((scaled & 7) + high);
  } else if (!relative) {
    address += reg(base + high);
  }
  if (mode == 1) {
    address += (int64_t)(int8_t)*at++;
  } else if (mode == 2 || without_base) {
    address += (int64_t)read<int32_t>(at);
    at += 4;
  }
  if (relative) address += (uint64_t)(uintptr_t)at;
  return {value_at((const uint8_t *)(uintptr_t)address, wide), at};
}

}  // namespace

bool pass_overflowing_division(ucontext_t *interrupted) {
  greg_t *values = interrupted->uc_mcontext.gregs;
  const uint8_t *at = (const uint8_t *)(uintptr_t)values[REG_RIP];
  const uint8_t rex = (*at & 0xf0) == 0x40 ? *at++ : 0;
  if (*at++ != 0xf7 || ((*at >> 3) & 7) != 7) return false;  // not idiv of 32 or 64 bits
  const operand divisor = operand_of(values, at, rex);
  if (divisor.value != -1) return false;
  // The low half of the dividend, the least integer, is the quotient already.
  if (!(rex & rex_w)) values[REG_RAX] = (greg_t)(uint32_t)values[REG_RAX];
  values[REG_RDX] = 0;
  values[REG_RIP] = (greg_t)(uintptr_t)divisor.end;
  return true;
}
#else
bool pass_overflowing_division(ucontext_t *) { return false; }
#endif

}  // namespace heddle

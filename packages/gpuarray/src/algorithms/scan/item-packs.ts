/**
 * Four neighbouring items as one access. Copies to shared memory that run beside the program (cp.async), and loads and
 * stores that do not stay in the cache (ld.cs, st.cs), are PTX, by the PTX ISA; elsewhere they are plain accesses.
 */

/** Items of a pack. */
export const packItems = 4;

/** Type `heddle_pack` of some `type`s of so many bytes: 1, 2, 4 or 8. */
export function packType(type: string, bytes: number, count: number = packItems): string {
  return `typedef struct __align__(${count * bytes}) { ${type} at[${count}]; } heddle_pack;\n`;
}

/** Functions for packs of 16 bytes. */
export const packCopies = `
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !defined(HEDDLE_CUDA_H)
DEVICE void heddle_copy_pack(heddle_pack* shared, GLOBAL const heddle_pack* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
      :: "r"((unsigned int)__cvta_generic_to_shared(shared)), "l"(__cvta_generic_to_global(from)) : "memory");
}
DEVICE void heddle_copies_wait() {
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
}
DEVICE void heddle_store_pack(GLOBAL heddle_pack* to, heddle_pack pack) {
  union { heddle_pack pack; unsigned int words[4]; } both;
  both.pack = pack;
  asm volatile("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};" :: "l"(__cvta_generic_to_global(to)),
      "r"(both.words[0]), "r"(both.words[1]), "r"(both.words[2]), "r"(both.words[3]) : "memory");
}
DEVICE heddle_pack heddle_load_pack(GLOBAL const heddle_pack* from) {
  union { heddle_pack pack; unsigned int words[4]; } both;
  asm volatile("ld.global.cs.v4.b32 {%0, %1, %2, %3}, [%4];"
      : "=r"(both.words[0]), "=r"(both.words[1]), "=r"(both.words[2]), "=r"(both.words[3])
      : "l"(__cvta_generic_to_global(from)) : "memory");
  return both.pack;
}
#else
DEVICE void heddle_copy_pack(heddle_pack* shared, GLOBAL const heddle_pack* from) { *shared = *from; }
DEVICE void heddle_copies_wait() {}
DEVICE void heddle_store_pack(GLOBAL heddle_pack* to, heddle_pack pack) { *to = pack; }
DEVICE heddle_pack heddle_load_pack(GLOBAL const heddle_pack* from) { return *from; }
#endif
`;

/** C condition: a pointer may be used for packs of so many bytes. */
export function alignedFor(pointer: string, bytes: number): string {
  return `((UINT64)(${pointer}) & ${bytes - 1}) == 0`;
}

/**
 * Copies of whole stretches between memory and shared memory that a multiprocessor makes by itself, once one thread has
 * asked for them (cp.async.bulk), and status words that go around its cache: PTX, by the PTX ISA. Elsewhere the same
 * functions are plain accesses of a warp, so that a kernel is right on every device with shuffles.
 */
import type { Device } from '@heddle/core';
import { isWithin, type ArchitectureRange } from '../../kernel-kit/architecture';

const known: ArchitectureRange = { family: 'sm_', first: 90, last: Infinity, threadsInStep: 32 };

/** True for devices that copy so. */
export function hasBulkCopies(device: Device): boolean {
  return isWithin(device, known);
}

/** Shared memory that bulk copies meet should begin at a multiple of so many bytes; they must meet packs of 16 bytes. */
export const bulkAlignment = 128;

/**
 * For a whole warp each, with packs of 16 bytes (`heddle_pack`):
 *
 * - `heddle_arrivals_begin`: makes words of shared memory ready to tell of arrivals, in front of a barrier.
 * - `heddle_bulk_in`: begins a copy to shared memory, which nobody reads or writes by then.
 * - `heddle_bulk_arrived`: waits for it; `turn` is how often the word has told of an arrival before.
 * - `heddle_bulk_out`: begins a copy of what the warp has in shared memory.
 * - `heddle_bulk_out_read`: waits until all such copies but the last have read what they copy.
 * - `heddle_bulk_out_done`: waits until all are done.
 */
export const bulkCopyFunctions = `
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(HEDDLE_CUDA_H) && \\
    (!defined(__CUDACC_VER_MAJOR__) || __CUDACC_VER_MAJOR__ >= 12)
DEVICE unsigned int heddle_shared_address(const void* shared) {
  return (unsigned int)__cvta_generic_to_shared(shared);
}
DEVICE void heddle_arrivals_begin(UINT64* arrivals, int count, int lane) {
  for (int k = lane; k < count; k += 32) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(heddle_shared_address(arrivals + k)) : "memory");
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  heddle_warp_barrier();
}
DEVICE void heddle_bulk_in(UINT64* arrival, heddle_pack* to, GLOBAL const heddle_pack* from, int packs, int lane) {
  if (lane != 0) return;
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
      :: "r"(heddle_shared_address(arrival)), "r"(packs * 16) : "memory");
  if (packs == 0) return;
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
      :: "r"(heddle_shared_address(to)), "l"(__cvta_generic_to_global(from)), "r"(packs * 16),
         "r"(heddle_shared_address(arrival)) : "memory");
}
DEVICE void heddle_bulk_arrived(UINT64* arrival, int turn) {
  int arrived = 0;
  while (!arrived) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
        : "=r"(arrived) : "r"(heddle_shared_address(arrival)), "r"(turn & 1) : "memory");
  }
  heddle_warp_barrier();
}
DEVICE void heddle_bulk_out(GLOBAL heddle_pack* to, const heddle_pack* from, int packs, int lane) {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  heddle_warp_barrier();
  if (lane != 0) return;
  if (packs > 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
        :: "l"(__cvta_generic_to_global(to)), "r"(heddle_shared_address(from)), "r"(packs * 16) : "memory");
  }
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
DEVICE void heddle_bulk_out_read(int lane) {
  if (lane == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
  heddle_warp_barrier();
}
DEVICE void heddle_bulk_out_done(int lane) {
  if (lane == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
DEVICE UINT64 heddle_word_load(volatile GLOBAL UINT64* word) {
  UINT64 value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
      : "=l"(value) : "l"(__cvta_generic_to_global((const void*)word)) : "memory");
  return value;
}
DEVICE void heddle_word_store(volatile GLOBAL UINT64* word, UINT64 value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;"
      :: "l"(__cvta_generic_to_global((const void*)word)), "l"(value) : "memory");
}
#else
DEVICE void heddle_arrivals_begin(UINT64* arrivals, int count, int lane) {}
DEVICE void heddle_bulk_in(UINT64* arrival, heddle_pack* to, GLOBAL const heddle_pack* from, int packs, int lane) {
  for (int p = lane; p < packs; p += 32) to[p] = from[p];
}
DEVICE void heddle_bulk_arrived(UINT64* arrival, int turn) { heddle_warp_barrier(); }
DEVICE void heddle_bulk_out(GLOBAL heddle_pack* to, const heddle_pack* from, int packs, int lane) {
  heddle_warp_barrier();
  for (int p = lane; p < packs; p += 32) to[p] = from[p];
}
DEVICE void heddle_bulk_out_read(int lane) { heddle_warp_barrier(); }
DEVICE void heddle_bulk_out_done(int lane) {}
DEVICE UINT64 heddle_word_load(volatile GLOBAL UINT64* word) { return *word; }
DEVICE void heddle_word_store(volatile GLOBAL UINT64* word, UINT64 value) { *word = value; }
#endif
`;

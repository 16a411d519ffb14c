/**
 * What threads of different blocks and of one warp need to meet, where the dialect is CUDA's: fences, volatile words,
 * shuffles of values of any size. Used only where the device has the capability.
 */

/** Macros and functions; `heddle_shuffle_up` and `heddle_shuffle_from` for values of type `heddle_run`. */
export const warpFunctions = `
#if (defined(__HIP__) || defined(__HIPCC__)) && !defined(__CUDA_ARCH__)
// A wavefront runs in lockstep: lanes that diverge in a loop converge after it.
#define heddle_word_up(word, delta) __shfl_up((word), (delta))
#define heddle_word_from(word, lane) __shfl((word), (lane))
#define heddle_word_xor(word, mask) __shfl_xor((word), (mask))
#define heddle_any(condition) __any(condition)
#define heddle_votes(condition) __ballot(condition)
#if defined(__AMDGCN__)
#define heddle_warp_barrier() \\
  (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"), __builtin_amdgcn_wave_barrier(), \\
   __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront"))
#else
#define heddle_warp_barrier()
#endif
#else
// HIP for CUDA devices too: there lanes that have parted may stay so until they are told to meet.
#define heddle_word_up(word, delta) __shfl_up_sync(0xffffffffu, (word), (delta))
#define heddle_word_from(word, lane) __shfl_sync(0xffffffffu, (word), (lane))
#define heddle_word_xor(word, mask) __shfl_xor_sync(0xffffffffu, (word), (mask))
#define heddle_any(condition) __any_sync(0xffffffffu, (condition))
#define heddle_votes(condition) __ballot_sync(0xffffffffu, (condition))
#define heddle_warp_barrier() __syncwarp()
#endif
`;

/** Shuffles of a type, word by word. */
export function shuffleFunctions(type: string): string {
  const words = `((int)((sizeof(${type}) + 3) / 4))`;
  const shuffle = (name: string, word: string, parameter: string): string => `
DEVICE ${type} heddle_${name}(${type} value, int ${parameter}) {
  union heddle_words { ${type} value; int words[${words}]; } both;
  both.value = value;
  for (int w = 0; w < ${words}; w++) both.words[w] = ${word}(both.words[w], ${parameter});
  return both.value;
}`;
  return shuffle('shuffle_up', 'heddle_word_up', 'delta') + shuffle('shuffle_from', 'heddle_word_from', 'lane');
}

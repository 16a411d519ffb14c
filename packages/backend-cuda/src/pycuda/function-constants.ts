/** Names for settings of functions, as PyCUDA's classes of constants have them. */
import { CUfunc_cache, CUfunction_attribute } from '@heddle/simt-driver/cuda';

/** Attributes of a function, for `setAttribute`. */
export const functionAttribute = {
  MAX_THREADS_PER_BLOCK: CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
  SHARED_SIZE_BYTES: CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
  CONST_SIZE_BYTES: CUfunction_attribute.CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
  LOCAL_SIZE_BYTES: CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
  NUM_REGS: CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS,
  PTX_VERSION: CUfunction_attribute.CU_FUNC_ATTRIBUTE_PTX_VERSION,
  BINARY_VERSION: CUfunction_attribute.CU_FUNC_ATTRIBUTE_BINARY_VERSION,
  CACHE_MODE_CA: CUfunction_attribute.CU_FUNC_ATTRIBUTE_CACHE_MODE_CA,
  MAX_DYNAMIC_SHARED_SIZE_BYTES: CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
  PREFERRED_SHARED_MEMORY_CARVEOUT: CUfunction_attribute.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
} as const;

/** What L1 cache and shared memory are traded for, for `setCacheConfig`. */
export const funcCache = {
  PREFER_NONE: CUfunc_cache.CU_FUNC_CACHE_PREFER_NONE,
  PREFER_SHARED: CUfunc_cache.CU_FUNC_CACHE_PREFER_SHARED,
  PREFER_L1: CUfunc_cache.CU_FUNC_CACHE_PREFER_L1,
  PREFER_EQUAL: CUfunc_cache.CU_FUNC_CACHE_PREFER_EQUAL,
} as const;

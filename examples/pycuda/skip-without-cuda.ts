/** The first import of the programs beside it: if there is no CUDA device or no nvcc, they end here as skipped. */
import { isHeddleError } from '@heddle/core';
import { autoinit } from '@heddle/backend-cuda/pycuda';

try {
  await autoinit();
} catch (error) {
  if (!isHeddleError(error, 'UNAVAILABLE')) throw error;
  console.log(error.message);
  process.exit(77);
}

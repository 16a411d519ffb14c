/** The first import of the programs beside it: if there is no CUDA device or no libnvrtc, they end here as skipped. */
import { isHeddleError } from '@heddle/core';
import { getDevice } from '@heddle/backend-nvrtc/cupy';

try {
  await getDevice();
} catch (error) {
  if (!isHeddleError(error, 'UNAVAILABLE')) throw error;
  console.log(error.message);
  process.exit(77);
}

/** hiprtc, where ROCm is installed; a GPU is not needed. */
import { SimtApi } from '@heddle/simt-driver';
import { HiprtcLibrary } from '@heddle/backend-hip/api';
import { hipVendor } from '../../src/library/find-hip';

export function hiprtcIfHere(): HiprtcLibrary | undefined {
  try {
    const library = HiprtcLibrary.load(SimtApi.load(hipVendor()).path);
    return library.architectures.length > 0 ? library : undefined;
  } catch {
    return undefined;
  }
}

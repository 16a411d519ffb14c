/** Elements as bare bits: what only moves them needs no arithmetic of their dtype, which a device may lack. */
import { dtypeInfo, type DType } from '@heddle/core';

/** A dtype of the same size that every device moves. */
export function bitsOf(dtype: DType): DType {
  switch (dtypeInfo(dtype).byteLength) {
    case 1:
      return 'uint8';
    case 2:
      return 'uint16';
    case 4:
      return 'uint32';
    case 8:
      return 'uint64';
    default:
      return dtype;
  }
}

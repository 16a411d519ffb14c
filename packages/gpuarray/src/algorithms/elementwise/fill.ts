/** One value for all elements. */
import type { DeviceArray } from '../../array/device-array';
import { writeScalars } from '../../array/host-values';
import { enqueue } from '../../array/device-context';
import { requireComputable, scalarFor, type Scalar } from '../../array/dtype';
import { launcherFor } from './index';
import { checkOut } from '../../array/check-out';

/** @throws HeddleError `ARGUMENT` for a value that the dtype does not hold */
export function fill(array: DeviceArray, value: Scalar): void {
  checkOut('fill', array, array.device);
  if (array.size === 0) {
    scalarFor(value, array.dtype, 'fill');
    return;
  }
  if (array.isContiguous) fillDense(array, value);
  else fillStrided(array, value);
}

/** By the driver's own fill, which needs no compiler. */
function fillDense(array: DeviceArray, value: Scalar): void {
  const pattern = writeScalars(array.dtype, [value], 'fill');
  enqueue(array.device, {
    operation: 'fill',
    kernels: [],
    reads: [],
    writes: [array],
    launch: (place) => {
      array.memory.buffer.fillPattern(pattern, {
        ...place,
        offset: array.offset * array.itemsize,
        length: array.byteLength,
      });
    },
  });
}

function fillStrided(array: DeviceArray, value: Scalar): void {
  const { dtype, context } = array;
  requireComputable(array.device, dtype, 'fill');
  const launcher = launcherFor(context, `fill ${dtype}`, () => ({
    name: 'heddle_fill',
    outputs: [{ name: 'y', dtype, loaded: false }],
    scalars: [{ name: 'x', dtype }],
    body: '    y = x;',
  }));
  launcher.launch('fill', array.shape, [array], [scalarFor(value, dtype, 'fill')]);
}

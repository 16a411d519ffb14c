// A stranger's strict compile: every export's types are there, for import and for require.
import { openDevice } from '@heddle/core';

export async function double(values: Float32Array): Promise<Float32Array> {
  const device = await openDevice('host');
  try {
    const module = await device.compile(
      '__global__ void twice(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }',
    );
    const x = await device.upload(values);
    module.kernel('twice').launch({ grid: [1], block: [values.length] }, x, values.length);
    return await x.read();
  } finally {
    await device.dispose();
  }
}

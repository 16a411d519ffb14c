import { probeDevices, cuda } from '@heddle/simt-driver';
import { fakeLibrary } from './fixture/fake-library';

const withLibrary = fakeLibrary() === undefined ? describe.skip : describe;

withLibrary('probe', () => {
  const probing = async (environment: Record<string, string>) => {
    const before = process.env;
    process.env = { ...before, ...environment };
    try {
      return await probeDevices(cuda);
    } finally {
      process.env = before;
    }
  };

  it('tells a missing library from a broken one', async () => {
    expect(await probing({ HEDDLE_CUDA_LIBRARY: '/nowhere/libcuda.so.1' })).toMatchObject({
      available: false,
      reason: expect.stringContaining('is not installed') as string,
    });
    expect(await probing({ HEDDLE_CUDA_LIBRARY: __filename })).toMatchObject({
      available: false,
      reason: expect.stringContaining('failed to load') as string,
    });
  });
});

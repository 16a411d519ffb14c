import { emptyArray } from '@heddle/gpuarray';
import { oneTestBackend, onDevices } from '../support/on-devices';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

// Nothing is written, so a machine's own memory is not taken from the system.
onDevices(
  'unreferenced arrays',
  (test) => {
    it('give their memory back before a limit of the pool is reached', async () => {
      const { device, ga } = test;
      ga.setMemoryLimit(2 ** 28);
      for (let i = 0; i < 100; i++) {
        emptyArray(device, 'uint8', 2 ** 22);
        await turn();
      }
      ga.setMemoryLimit(undefined);
    });

    it('give it back before a program runs out of all there is', async () => {
      const { device, ga } = test;
      const { totalBytes } = device.memoryInfo();
      for (let i = 0; i < 80; i++) {
        emptyArray(device, 'uint8', Math.ceil(totalBytes / 64));
        await turn();
      }
      expect(ga.memoryStatistics.peakUsedByteLength).toBeLessThan(totalBytes);
    });
  },
  oneTestBackend,
);

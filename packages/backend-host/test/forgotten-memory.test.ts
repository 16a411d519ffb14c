import { openHost } from './open-host';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('unreferenced memory is freed before a program runs out of it', async () => {
  const { device, close } = await openHost();
  const size = Math.ceil(device.memoryInfo().totalBytes / 64);
  // More than the machine has. Nothing is written, so the system does not commit it.
  for (let i = 0; i < 80; i++) {
    device.allocate(size);
    await turn();
  }
  await close();
});

it('disposed memory is freed without an await', async () => {
  const { device, close } = await openHost();
  const size = Math.ceil(device.memoryInfo().totalBytes / 64);
  for (let i = 0; i < 3 * 64; i++) device.allocate(size).dispose();
  await close();
});

import type { Device } from '@heddle/core';
import { openMemoryDevice } from '../support/memory-driver';

describe('copyFromPeer', () => {
  let here: Device;
  let there: Device;

  beforeEach(async () => {
    ({ device: here } = await openMemoryDevice({ kernels: {} }));
    ({ device: there } = await openMemoryDevice({ kernels: {} }));
  });
  afterEach(() => Promise.all([here.dispose(), there.dispose()]));

  it('copies between devices, views and offsets included', async () => {
    const source = await there.upload(Int32Array.of(1, 2, 3, 4));
    const target = here.zeros('int32', 6);
    await target.copyFromPeer(source.slice(1, 3), { offset: 2 });
    expect([...(await target.read())]).toEqual([0, 0, 2, 3, 0, 0]);
  });

  it('comes after what was enqueued on both sides', async () => {
    const source = there.zeros('uint8', 3);
    source.fill(7);
    const target = here.zeros('uint8', 3);
    target.fill(1);
    await target.copyFromPeer(source);
    expect([...(await target.read())]).toEqual([7, 7, 7]);
  });

  it('refuses what does not fit or is gone; the synchronous form names it', async () => {
    const source = there.zeros('int32', 4);
    const target = here.zeros('int32', 3);
    await expect(target.copyFromPeer(source)).rejects.toMatchObject({ code: 'ARGUMENT', requested: 4, max: 3 });
    await expect(here.zeros('float32', 4).copyFromPeer(source)).rejects.toMatchObject({ code: 'ARGUMENT' });
    expect(() => {
      target.copyFrom(source);
    }).toThrow(/copyFromPeer/);
    source.dispose();
    await expect(target.copyFromPeer(source)).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});

import { hip, hipDeviceAttributes, type DeviceFacts } from '@heddle/simt-driver';
import { makeStruct } from '../src/memory/layouts';
import { hip5VolumeCopy, hip6VolumeCopy } from '../src/memory/volume-copy';

const version5 = 50221153;
const version6 = 60443483;

/** Facts about a device whose struct of properties says an architecture at a place. */
function factsOf(architecture: string, offset: number, driverVersion: number): DeviceFacts {
  const properties = new Uint8Array(4096);
  properties.set(Buffer.from('AMD Instinct'), 0);
  properties.set(Buffer.from(architecture), offset);
  const attributes = new Proxy({} as DeviceFacts['attributes'], { get: () => 1 });
  return { attributes, all: { ImageSupport: 0 }, driverVersion, properties, has: () => true };
}

describe('HIP', () => {
  // hipDeviceProp_t has 792 bytes in ROCm 5 and 1472 in 6, with gcnArchName at 396 and 1160.
  it.each([
    ['gfx906', 396, version5],
    ['gfx90a:sramecc+:xnack-', 396, version5],
    ['gfx942:sramecc+:xnack-', 1160, version6],
    ['gfx1100', 1160, version6],
    ['sm_90', 1160, version6],
    ['gfx1200', 2000, 70000000],
  ])('finds %s at %i in the properties of version %i', (architecture, offset, version) => {
    expect(hip.architecture(factsOf(architecture, offset, version))).toBe(architecture);
  });

  it('knows whose device it is, and declares what its maker has', () => {
    const [amd, nvidia] = [factsOf('gfx90a', 1160, version6), factsOf('sm_90', 1160, version6)];
    expect([hip.makerOf?.(amd), hip.makerOf?.(nvidia)]).toEqual(['AMD', 'NVIDIA']);
    // A device for computing has no images; a fault on it ends the process.
    expect(hip.capabilities(amd)).not.toEqual(expect.arrayContaining(['textures']));
    expect(hip.capabilities({ ...amd, all: { ImageSupport: 1 } })).toContain('textures');
    expect(hip.capabilities(amd)).not.toContain('kernel-assert');
    expect(hip.capabilities(nvidia)).toEqual(expect.arrayContaining(['textures', 'kernel-assert']));
  });

  it('reads versions as HIP counts them', () => {
    expect(hip.describeVersion(version5)).toBe('HIP 5.2.21153');
    expect(hip.describeVersion(version6)).toBe('HIP 6.4.43483');
  });

  it('numbers attributes as hip_runtime_api.h does', () => {
    expect(hipDeviceAttributes).toMatchObject({
      EccEnabled: 0,
      ClockRate: 5,
      MaxBlockDimX: 26,
      MaxThreadsPerBlock: 56,
      MultiprocessorCount: 63,
      WarpSize: 87,
      MemoryPoolsSupported: 88,
      ClockInstructionRate: 10000,
      ImageSupport: 10014,
    });
  });

  it('has streams wait for words where the device says so, all bits compared', () => {
    const facts = factsOf('gfx90a', 1160, version6);
    expect(hip.waitsForWords?.({ ...facts, all: { CanUseStreamWaitValue: 1 } })).toBe(true);
    expect(hip.waitsForWords?.({ ...facts, all: { CanUseStreamWaitValue: 0 } })).toBe(false);
    expect(hip.waitsForWords?.({ ...facts, all: {} })).toBe(false);
    expect(hip.functions.streamWaitValue).toEqual(['hipStreamWaitValue32']);
    expect(hip.lastArguments).toEqual({ streamWaitValue: { type: 'u', value: 0xffffffff } });
  });

  it('copies volumes by the struct of the version', () => {
    expect(hip.volumeCopy(version5)).toBe(hip5VolumeCopy);
    expect(hip.volumeCopy(version6)).toBe(hip6VolumeCopy);
    const values = { srcHost: 0x1122334455667788n, WidthInBytes: 7, Depth: 9 };
    const [five, six] = [hip5VolumeCopy, hip6VolumeCopy].map(({ layout }) => new DataView(makeStruct(layout, values)));
    expect([
      five?.byteLength,
      five?.getBigUint64(24, true),
      five?.getUint32(112, true),
      five?.getUint32(120, true),
    ]).toEqual([128, values.srcHost, 7, 9]);
    expect([six?.byteLength, six?.getBigUint64(40, true), six?.getBigUint64(176, true)]).toEqual([
      184,
      values.srcHost,
      9n,
    ]);
  });
});

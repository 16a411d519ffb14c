import { closeDevices, describeOpenCl, itWith, openOpenCl } from './testing/opencl-device';

describeOpenCl('images', () => {
  afterEach(closeDevices);

  itWith('images')('are read by texels and through the sampler they were described with', async () => {
    const device = await openOpenCl();
    const texture = device.createTexture({ extents: [2, 2], dtype: 'float32', channels: 4, filterMode: 'linear' });
    await texture.write(Float32Array.from({ length: 16 }, (_, i) => i));
    expect([...(await texture.read())]).toEqual(Array.from({ length: 16 }, (_, i) => i));
    const source = `__kernel void k(__read_only image2d_t image, sampler_t own, __global float4* out) {
      const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
      out[0] = read_imagef(image, nearest, (int2)(1, 0));
      out[1] = read_imagef(image, own, (float2)(1.0f, 0.5f));
    }`;
    const out = device.allocate('float32', 8);
    (await device.compile(source)).kernel('k').launch({ grid: 1, block: 1 }, texture, texture.sampler, out);
    expect([...(await out.read())]).toEqual([4, 5, 6, 7, 2, 3, 4, 5]);
  });

  itWith('images')('are written by kernels, in one, two and three dimensions', async () => {
    const device = await openOpenCl();
    for (const [extents, type, place] of [
      [[4], 'image1d_t', 'get_global_id(0)'],
      [[4, 3], 'image2d_t', '(int2)(get_global_id(0), get_global_id(1))'],
    ] as const) {
      const texture = device.createTexture({ extents, dtype: 'uint32', channels: 4, writable: true });
      const source = `__kernel void k(__write_only ${type} image) {
        write_imageui(image, ${place}, (uint4)(get_global_id(0), get_global_id(1), 7, 8));
      }`;
      const module = await device.compile(source);
      module.kernel('k').launch({ grid: [4, extents[1] ?? 1], block: 1 }, texture.surface);
      const texels = await texture.read();
      expect([...texels.slice(-4)]).toEqual([3, (extents[1] ?? 1) - 1, 7, 8]);
    }
    const volume = device.createTexture({ extents: [3, 2, 2], dtype: 'float32', channels: 4 });
    const texels = Float32Array.from({ length: 48 }, (_, i) => i / 2);
    await volume.write(texels);
    expect(await volume.read()).toEqual(texels);
  });

  itWith('images')('come in layers', async () => {
    const device = await openOpenCl();
    const texture = device.createTexture({ extents: [2, 2, 3], dtype: 'float32', channels: 4, layered: true });
    const texels = Float32Array.from({ length: 48 }, (_, i) => i);
    await texture.write(texels);
    expect(await texture.read()).toEqual(texels);
  });

  itWith('images')('refuse what a sampler cannot do', async () => {
    const device = await openOpenCl();
    const options = { extents: [2, 2], dtype: 'float32', normalizedCoordinates: true } as const;
    expect(() => device.createTexture({ ...options, channels: 4, addressMode: ['wrap', 'clamp'] })).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED' }),
    );
    expect(device.driverHandles().image).toBeUndefined();
  });
});

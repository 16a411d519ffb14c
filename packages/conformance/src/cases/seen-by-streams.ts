/** Every stream sees earlier work of the default stream, and all work whose promise was awaited. */
import { afterMany, busyCasesOf, present, start, work } from './busy-streams';
import { one, step, stepInCuda, stepped } from './step-kernel';

export const seenByStreamsCases = busyCasesOf([
  {
    id: 'upload-seen-by-streams',
    title: 'what an awaited upload has put on the device is seen by every stream',
    source: step,
    run: async (context, module) => {
      const { on, aside, y, busy } = await start(context);
      for (const stream of [on, aside]) {
        work(module, busy);
        const x = await context.upload(Uint32Array.of(41));
        module.kernel('copy_first').launch({ ...one, stream }, x, y);
        context.check.arrayEqual(await y.read({ stream }), [41]);
        y.fill(0);
        await context.device.synchronize();
      }
    },
  },
  {
    id: 'write-seen-by-streams',
    title: 'what an awaited write has put on the device is seen by every stream',
    source: step,
    run: async (context, module) => {
      const { on, aside, x, busy } = await start(context);
      for (const stream of [on, undefined]) {
        work(module, busy, stream);
        const value = stream ? 42 : 43;
        await x.write(Uint32Array.of(value), stream ? { stream } : {});
        context.check.equal(await present(x, aside), value);
      }
    },
  },
  {
    id: 'large-write-seen-by-streams',
    title: 'a large array is on the device when its write resolves',
    source: step,
    run: async (context, module) => {
      const { aside, busy } = await start(context);
      const x = context.zeros('uint32', 1 << 20);
      await context.device.synchronize();
      work(module, busy);
      await x.write(new Uint32Array(1 << 20).fill(44));
      const last = await x.read({ stream: aside, offset: (1 << 20) - 1 });
      context.check.arrayEqual(last, [44]);
    },
  },
  {
    id: 'staged-write',
    title: "a write until 'staged' lets the source change, and its stream sees what it was",
    source: step,
    run: async (context, module) => {
      const { x, y, busy } = await start(context);
      const source = Uint32Array.of(45);
      work(module, busy);
      await x.write(source, { until: 'staged' });
      source[0] = 46;
      module.kernel('copy_first').launch(one, x, y);
      context.check.arrayEqual(await y.read(), [45]);
    },
  },
  {
    id: 'upload-on-a-stream',
    title: 'an upload on a stream is seen by every stream',
    source: step,
    run: async (context, module) => {
      const { on, aside, busy } = await start(context);
      work(module, busy, on);
      const x = context.own(await context.device.upload(Uint32Array.of(47), { stream: on }));
      context.check.equal(await present(x, aside), 47);
    },
  },
  {
    id: 'fill-seen-by-streams',
    title: 'what was filled on the default stream is seen by streams that get work later',
    source: step,
    run: async (context, module) => {
      const { on, x, y, busy } = await start(context);
      work(module, busy);
      x.fill(1);
      module.kernel('copy_first').launch({ ...one, stream: on }, x, y);
      context.check.arrayEqual(await y.read({ stream: on }), [0x01010101]);
    },
  },
  {
    id: 'zeros-seen-by-streams',
    title: 'zeros are zero for every stream, in memory that was used before too',
    source: step,
    run: async (context, module) => {
      const { on, y, busy } = await start(context);
      const length = 1 << 16;
      const used = context.device.allocate('uint32', length);
      used.fill(0xff);
      await context.device.synchronize();
      used.dispose();
      work(module, busy);
      const x = context.zeros('uint32', length);
      module.kernel('copy_first').launch({ ...one, stream: on }, x, y);
      context.check.arrayEqual(await y.read({ stream: on }), [0]);
    },
  },
  {
    id: 'default-launch-seen-by-streams',
    title: 'streams that get work later run after launches and copies of the default stream',
    source: step,
    run: async (context, module) => {
      const { on, x, y } = await start(context);
      const second = context.stream();
      work(module, x);
      y.copyFrom(x);
      module.kernel('step').launch({ ...one, stream: on }, x, 2, 5);
      module.kernel('step').launch({ ...one, stream: second }, y, 3, 5);
      context.check.arrayEqual(await x.read({ stream: on }), [stepped(afterMany(), 2, 5)], 'after the launch');
      context.check.arrayEqual(await y.read({ stream: second }), [stepped(afterMany(), 3, 5)], 'after the copy');
    },
  },
  {
    id: 'stream-event-after-default',
    title: 'an event of a stream is reached after work of the default stream before it',
    source: step,
    run: async (context, module) => {
      const { on, aside, x } = await start(context);
      work(module, x);
      const event = context.own(on.record());
      await event.synchronize();
      context.check.equal(await present(x, aside), afterMany());
    },
  },
  {
    id: 'global-write-seen-by-streams',
    title: 'what an awaited write has put into a variable of the module is seen by every stream',
    requires: ['globals'],
    source: {
      cuda: `${stepInCuda}
__constant__ unsigned int chosen = 1;
__global__ void show(unsigned int* to) { to[0] = chosen; }
`,
    },
    run: async (context, module) => {
      const { aside, y, busy } = await start(context);
      const chosen = module.global('chosen', 'uint32');
      work(module, busy);
      await chosen.write(Uint32Array.of(48));
      module.kernel('show').launch({ ...one, stream: aside }, y);
      context.check.arrayEqual(await y.read({ stream: aside }), [48]);
    },
  },
  {
    id: 'texture-write-seen-by-streams',
    title: 'what an awaited write has put into a texture is seen by every stream',
    requires: ['textures'],
    source: {
      cuda: `${stepInCuda}
__global__ void show(cudaTextureObject_t texture, float* to) { to[0] = tex1D<float>(texture, 1.5f); }
`,
    },
    run: async (context, module) => {
      const { aside, busy } = await start(context);
      const texture = context.own(context.device.createTexture({ extents: [4], dtype: 'float32' }));
      const out = context.zeros('float32', 1);
      await texture.write(Float32Array.of(1, 2, 3, 4));
      await context.device.synchronize();
      work(module, busy);
      await texture.write(Float32Array.of(10, 20, 30, 40));
      module.kernel('show').launch({ ...one, stream: aside }, texture, out);
      context.check.arrayEqual(await out.read({ stream: aside }), [20]);
    },
  },
]);

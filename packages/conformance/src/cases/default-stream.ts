/**
 * The default stream is in order with all other streams.
 *
 * Each case puts work that takes tens of milliseconds before the operation under test: a backend without the order
 * fails it in every run. To read without waiting, a case uses a non-blocking stream.
 */
import type { Buffer } from '@heddle/core';
import type { CaseDefinition } from '../conformance-case';
import { afterMany, busyCasesOf, many, present, start, work } from './busy-streams';
import { one, step, stepped } from './step-kernel';

const streamThenDefault: readonly CaseDefinition[] = [
  {
    id: 'default-read-waits',
    title: 'a read on the default stream sees what another stream was given before',
    source: step,
    run: async (context, module) => {
      const { on, x } = await start(context);
      work(module, x, on);
      context.check.arrayEqual(await x.read(), [afterMany()]);
    },
  },
  {
    id: 'default-copy-waits',
    title: 'a copy on the default stream sees what another stream was given before',
    source: step,
    run: async (context, module) => {
      const { on, x, y } = await start(context);
      work(module, x, on);
      y.copyFrom(x);
      context.check.arrayEqual(await y.read(), [afterMany()]);
    },
  },
  {
    id: 'default-launch-waits',
    title: 'a launch on the default stream runs after launches of several other streams',
    source: step,
    run: async (context, module) => {
      const { on, x, y } = await start(context);
      const second = context.stream();
      work(module, x, on);
      work(module, y, second);
      module.kernel('step').launch(one, x, 2, 5);
      module.kernel('step').launch(one, y, 3, 5);
      await context.device.synchronize();
      context.check.arrayEqual(await x.read(), [stepped(afterMany(), 2, 5)], 'the first stream');
      context.check.arrayEqual(await y.read(), [stepped(afterMany(), 3, 5)], 'the second stream');
    },
  },
  {
    id: 'default-fill-waits',
    title: 'a fill on the default stream does not overtake a kernel of another stream',
    source: step,
    run: async (context, module) => {
      const { on, x } = await start(context);
      work(module, x, on);
      x.fill(0xff);
      await context.device.synchronize();
      await on.synchronize();
      context.check.arrayEqual(await x.read(), [0xffffffff]);
    },
  },
  {
    id: 'default-write-waits',
    title: 'a write on the default stream does not overtake a kernel of another stream',
    source: step,
    run: async (context, module) => {
      const { on, x } = await start(context);
      work(module, x, on);
      await x.write(Uint32Array.of(77));
      await on.synchronize();
      context.check.arrayEqual(await x.read(), [77]);
    },
  },
  {
    id: 'default-synchronize-waits',
    title: 'the synchronize of the default stream waits for other streams',
    source: step,
    run: async (context, module) => {
      const { on, aside, x } = await start(context);
      work(module, x, on);
      await context.device.defaultStream.synchronize();
      context.check.equal(await present(x, aside), afterMany());
    },
  },
  {
    id: 'device-synchronize-waits',
    title: 'device.synchronize waits for all streams, non-blocking ones and disposed ones too',
    source: step,
    run: async (context, module) => {
      const { on, aside, x, y, busy } = await start(context);
      const independent = context.stream({ nonBlocking: true });
      const short = context.device.createStream({ nonBlocking: true });
      work(module, x, on);
      work(module, y, independent);
      work(module, busy, short);
      short.dispose();
      await context.device.synchronize();
      context.check.equal(await present(x, aside), afterMany(), 'a stream');
      context.check.equal(await present(y, aside), afterMany(), 'a non-blocking stream');
      context.check.equal(await present(busy, aside), afterMany(), 'a non-blocking stream that was disposed');
    },
  },
  {
    id: 'default-event-waits',
    title: 'an event of the default stream is reached after work of other streams before it',
    source: step,
    run: async (context, module) => {
      const { on, aside, x } = await start(context);
      work(module, x, on);
      const event = context.own(context.device.defaultStream.record());
      await event.synchronize();
      context.check.equal(await present(x, aside), afterMany());
    },
  },
  {
    id: 'default-idle',
    title: 'the default stream is idle only after work of the streams that it waits for',
    source: step,
    run: async (context, module) => {
      const { on, aside, x } = await start(context);
      work(module, x, on);
      // A device that runs commands where they are flushed is idle at once, and rightly.
      if (context.device.defaultStream.idle) {
        context.check.equal(await present(x, aside), afterMany(), 'what an idle stream has waited for');
      }
      await context.device.synchronize();
      context.check.equal(context.device.defaultStream.idle, true, 'idle after all work');
    },
  },
  {
    id: 'default-callback-waits',
    title: 'a callback of the default stream is called after work of other streams before it',
    requires: ['host-callbacks'],
    source: step,
    run: async (context, module) => {
      const { on, aside, x } = await start(context);
      work(module, x, on);
      await new Promise<void>((resolve) => {
        context.device.defaultStream.onReached(resolve);
      });
      context.check.equal(await present(x, aside), afterMany());
    },
  },
  {
    id: 'default-timing-waits',
    title: 'timed launches on the default stream run after work of other streams',
    source: step,
    run: async (context, module) => {
      const { on, x } = await start(context);
      const kernel = module.kernel('step');
      work(module, x, on);
      await kernel.time({ ...one, count: 2 }, x, 2, 5);
      context.check.arrayEqual(await x.read(), [stepped(stepped(afterMany(), 2, 5), 2, 5)]);
    },
  },
  {
    id: 'disposed-stream-waits',
    title: 'the default stream waits for the work of a stream that was disposed',
    source: step,
    run: async (context, module) => {
      const { x } = await start(context);
      const short = context.device.createStream();
      work(module, x, short);
      short.dispose();
      context.check.arrayEqual(await x.read(), [afterMany()]);
    },
  },
  {
    id: 'peer-copy-waits',
    title: 'copyFromPeer waits for the streams of both buffers',
    source: step,
    run: async (context, module) => {
      const { on, x, y } = await start(context);
      work(module, x, on);
      await y.copyFromPeer(x);
      context.check.arrayEqual(await y.read(), [afterMany()]);
    },
  },
  {
    id: 'rectangle-copy-waits',
    title: 'a box between buffers is copied after work of other streams, and is there when the promise resolves',
    requires: ['rectangle-copy'],
    source: step,
    run: async (context, module) => {
      const { on, aside, x, y } = await start(context);
      work(module, x, on);
      const volume = (memory: Buffer) => ({ memory, rowPitch: 4 });
      await context.device.copyRectangle({ extent: [4], source: volume(x), destination: volume(y) });
      context.check.equal(await present(y, aside), afterMany());
    },
  },
];

const around: readonly CaseDefinition[] = [
  {
    id: 'streams-ordered-by-default',
    title: 'work of the default stream orders a stream before it with a stream after it',
    source: step,
    run: async (context, module) => {
      const { on, x, y } = await start(context);
      const second = context.stream();
      for (let round = 0; round < 5; round++) {
        x.fill(0);
        work(module, x, on);
        y.copyFrom(x);
        module.kernel('step').launch({ ...one, stream: second }, y, 2, round);
        context.check.arrayEqual(await y.read({ stream: second }), [stepped(afterMany(), 2, round)], `round ${round}`);
      }
    },
  },
  {
    id: 'graph-in-order',
    title: 'a graph runs after work of the default stream, and before work that the default stream is given later',
    requires: ['graphs'],
    source: step,
    run: async (context, module) => {
      const { on, x, y } = await start(context);
      const kernel = module.kernel('step');
      kernel.launch({ ...one, stream: on }, y, 0, 0);
      await context.device.synchronize();
      const graph = context.own(on.capture(() => kernel.launch({ ...one, stream: on }, x, 2, many)));
      kernel.launch(one, x, 1, many);
      graph.launch(on);
      kernel.launch(one, x, 3, 5);
      context.check.arrayEqual(await x.read(), [stepped(stepped(afterMany(), 2, many), 3, 5)]);
    },
  },
  {
    id: 'default-refused-in-capture',
    title: 'a call on the default stream during a capture is an error that names the capture',
    requires: ['graphs'],
    source: step,
    run: async (context, module) => {
      const { on, x, y } = await start(context);
      const kernel = module.kernel('step');
      kernel.launch({ ...one, stream: on }, y, 0, 0);
      await context.device.synchronize();
      const { check, device } = context;
      const graph = context.own(
        on.capture(() => {
          kernel.launch({ ...one, stream: on }, x, 1, 5);
          for (const call of [
            () => kernel.launch(one, x, 1, 5),
            () => x.fill(0),
            () => y.copyFrom(x),
            () => device.defaultStream.record(),
          ]) {
            const error = check.throws('ARGUMENT', call);
            check.ok(error.message.includes('capture'), `expected the message to name the capture: ${error.message}`);
          }
        }),
      );
      check.throws('ARGUMENT', () => device.defaultStream.capture(() => undefined));
      graph.launch(on);
      check.arrayEqual(await x.read(), [stepped(0, 1, 5)]);
    },
  },
  {
    id: 'function-waits',
    title: 'a plain function runs after work of other streams',
    requires: ['plain-functions'],
    languages: ['c'],
    run: async (context) => {
      const kernels = await context.compile(step);
      const functions = await context.compile('unsigned int first(const unsigned int* x) { return x[0]; }', {
        language: 'c',
      });
      const { on, x } = await start(context);
      work(kernels, x, on);
      context.check.equal(await functions.function('first').call(x), afterMany());
    },
  },
];

export const defaultStreamCases = busyCasesOf([...streamThenDefault, ...around]);

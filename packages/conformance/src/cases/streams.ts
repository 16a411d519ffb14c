/** Work on one stream runs in order; events order the user's streams among each other. */
import { casesOf } from '../conformance-case';
import { one, step, stepped } from './step-kernel';

export const streamCases = casesOf('streams', [
  {
    id: 'launches-in-order',
    title: 'a hundred launches that build on each other run in order',
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      for (const on of [undefined, stream()]) {
        const x = zeros('uint32', 1);
        // The zeros were enqueued on the default stream.
        await device.synchronize();
        let expected = 0;
        for (let i = 0; i < 100; i++) {
          module.kernel('step').launch(on ? { ...one, stream: on } : one, x, i, (i % 7) * 10);
          expected = stepped(expected, i, (i % 7) * 10);
        }
        check.arrayEqual(await x.read(on ? { stream: on } : {}), [expected]);
      }
    },
  },
  {
    id: 'copies-in-order',
    title: 'fills, copies, launches, writes and reads keep their order on a stream',
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const on = stream();
      const [a, b] = [zeros('uint32', 1), zeros('uint32', 1)];
      await device.synchronize();
      const options = { ...one, stream: on };
      const writing = a.write(Uint32Array.of(5), { stream: on });
      module.kernel('step').launch(options, a, 1, 2000);
      b.copyFrom(a, { stream: on });
      const first = a.read({ stream: on });
      a.fill(0, { stream: on });
      module.kernel('step').launch(options, a, 2, 0);
      const second = a.read({ stream: on });
      const third = b.read({ stream: on });
      await writing;
      check.arrayEqual(await first, [stepped(5, 1, 2000)], 'after the first launch');
      check.arrayEqual(await second, [2], 'after the second launch');
      check.arrayEqual(await third, [stepped(5, 1, 2000)], 'the copy in between');
    },
  },
  {
    id: 'event-orders-two-streams',
    title: 'a stream that waits for an event sees what came before it on another stream',
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const [producer, consumer] = [stream(), stream()];
      const [from, to] = [zeros('uint32', 1), zeros('uint32', 1)];
      await device.synchronize();
      let expected = 0;
      for (let i = 0; i < 20; i++) {
        module.kernel('step').launch({ ...one, stream: producer }, from, i, 20_000);
        expected = stepped(expected, i, 20_000);
      }
      using produced = producer.record();
      consumer.waitFor(produced);
      module.kernel('copy_first').launch({ ...one, stream: consumer }, from, to);
      check.arrayEqual(await to.read({ stream: consumer }), [expected]);
    },
  },
  {
    id: 'ping-pong',
    title: 'two streams take turns by events',
    source: step,
    run: async ({ device, zeros, stream, event, check }, module) => {
      const streams = [stream(), stream()] as const;
      const events = [event(), event()] as const;
      const x = zeros('uint32', 1);
      await device.synchronize();
      let expected = 0;
      for (let i = 0; i < 40; i++) {
        const [mine, other] = i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        if (i > 0) streams[mine].waitFor(events[other]);
        module.kernel('step').launch({ ...one, stream: streams[mine] }, x, i, 500);
        streams[mine].record(events[mine]);
        expected = stepped(expected, i, 500);
      }
      check.arrayEqual(await x.read({ stream: streams[1] }), [expected]);
    },
  },
  {
    id: 'many-streams',
    title: 'sixteen streams at once each do their own work',
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const lanes = Array.from({ length: 16 }, (_, i) => ({ on: stream(), x: zeros('uint32', 1), i }));
      await device.synchronize();
      for (let round = 0; round < 10; round++) {
        for (const { on, x, i } of lanes) module.kernel('step').launch({ ...one, stream: on }, x, i + round, 100);
      }
      const results = await Promise.all(lanes.map(({ on, x }) => x.read({ stream: on })));
      lanes.forEach(({ i }) => {
        let expected = 0;
        for (let round = 0; round < 10; round++) expected = stepped(expected, i + round, 100);
        check.arrayEqual(results[i] ?? [], [expected], `stream ${i}`);
      });
    },
  },
  {
    id: 'idle',
    title: 'a stream is idle when all of it has run, and a synchronised one has run',
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const on = stream();
      check.equal(on.idle, true, 'idle of a new stream');
      const x = zeros('uint32', 1);
      await device.synchronize();
      module.kernel('step').launch({ ...one, stream: on }, x, 1, 1000);
      await on.synchronize();
      check.equal(on.idle, true, 'idle after synchronize');
      check.arrayEqual(await x.read(), [stepped(0, 1, 1000)]);
    },
  },
  {
    id: 'synchronize-blocking',
    title: 'waiting on the calling thread waits for everything on the stream',
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const on = stream();
      const x = zeros('uint32', 1);
      await device.synchronize();
      module.kernel('step').launch({ ...one, stream: on }, x, 3, 100_000);
      on.synchronizeBlocking();
      check.equal(on.idle, true, 'idle');
      check.arrayEqual(await x.read(), [stepped(0, 3, 100_000)]);
    },
  },
  {
    id: 'host-callbacks',
    title: 'callbacks come in stream order, after the work before them',
    requires: ['host-callbacks'],
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const on = stream();
      const x = zeros('uint32', 1);
      await device.synchronize();
      const order: number[] = [];
      const called = new Promise<void>((resolve) => {
        for (let i = 0; i < 5; i++) {
          module.kernel('step').launch({ ...one, stream: on }, x, i, 1000);
          on.onReached(() => {
            order.push(i);
            if (i === 4) resolve();
          });
        }
      });
      await called;
      check.arrayEqual(order, [0, 1, 2, 3, 4], 'order of the callbacks');
      check.throws('ARGUMENT', () => on.onReached('later' as never));
    },
  },
  {
    id: 'priorities',
    title: 'streams of every priority do their work, also beyond the range of the device',
    requires: ['stream-priority'],
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      for (const priority of [-1000, -1, 0, 1, 1000]) {
        const on = stream({ priority });
        const x = zeros('uint32', 1);
        await device.synchronize();
        module.kernel('step').launch({ ...one, stream: on }, x, 7, 10);
        check.arrayEqual(await x.read({ stream: on }), [stepped(0, 7, 10)]);
      }
      check.throws('ARGUMENT', () => device.createStream({ priority: 0.5 }));
    },
  },
  {
    id: 'out-of-order',
    title: 'an out-of-order stream runs everything, and what waits for an event after it',
    requires: ['out-of-order-streams'],
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const on = stream({ outOfOrder: true });
      const buffers = Array.from({ length: 8 }, () => zeros('uint32', 1));
      await device.synchronize();
      buffers.forEach((x, i) => module.kernel('step').launch({ ...one, stream: on }, x, i, 100));
      await on.synchronize();
      for (const [i, x] of buffers.entries()) check.arrayEqual(await x.read(), [stepped(0, i, 100)], `buffer ${i}`);
    },
  },
  {
    id: 'graph',
    title: 'captured work does not run at the capture, and runs in order at every launch of the graph',
    requires: ['graphs'],
    source: step,
    run: async ({ device, zeros, stream, own, check }, module) => {
      const on = stream();
      const x = zeros('uint32', 1);
      const warmUp = zeros('uint32', 1);
      const kernel = module.kernel('step');
      // The first launch of a kernel may load it, which a capture does not allow.
      kernel.launch({ ...one, stream: on }, warmUp, 0, 0);
      await device.synchronize();
      await on.synchronize();
      const graph = own(
        on.capture(() => {
          kernel.launch({ ...one, stream: on }, x, 1, 10);
          kernel.launch({ ...one, stream: on }, x, 2, 10);
        }),
      );
      await on.synchronize();
      check.arrayEqual(await x.read(), [0], 'after the capture');
      let expected = 0;
      for (let i = 0; i < 3; i++) {
        graph.launch(on);
        expected = stepped(stepped(expected, 1, 10), 2, 10);
      }
      check.arrayEqual(await x.read({ stream: on }), [expected], 'after three launches');
    },
  },
  {
    id: 'graph-body-throws',
    title: 'a capture whose body throws leaves the stream usable',
    requires: ['graphs'],
    source: step,
    run: async ({ device, zeros, stream, check }, module) => {
      const on = stream();
      const x = zeros('uint32', 1);
      await device.synchronize();
      let caught: unknown;
      try {
        on.capture(() => {
          throw new RangeError('on purpose');
        });
      } catch (error) {
        caught = error;
      }
      check.ok(caught instanceof RangeError, `expected the body's own error, got ${String(caught)}`);
      module.kernel('step').launch({ ...one, stream: on }, x, 4, 0);
      check.arrayEqual(await x.read({ stream: on }), [4]);
    },
  },
  {
    id: 'disposed-with-work',
    title: 'a stream that is disposed while it works finishes its work',
    source: step,
    run: async ({ device, zeros, check }, module) => {
      const x = zeros('uint32', 1);
      await device.synchronize();
      const on = device.createStream();
      module.kernel('step').launch({ ...one, stream: on }, x, 1, 50_000);
      using event = on.record();
      on.dispose();
      await event.synchronize();
      check.arrayEqual(await x.read(), [stepped(0, 1, 50_000)]);
      check.throws('ARGUMENT', () => on.idle);
    },
  },
  {
    id: 'buffer-disposed-with-work',
    title: 'a buffer that is disposed while work needs it serves that work to its end',
    source: step,
    run: async ({ device, zeros, check }, module) => {
      const result = zeros('uint32', 1);
      for (let i = 0; i < 10; i++) {
        const x = device.zeros('uint32', 1);
        module.kernel('step').launch(one, x, i, 20_000);
        module.kernel('copy_first').launch(one, x, result);
        x.dispose();
        using other = device.zeros('uint32', 1);
        other.fill(0xff);
        check.arrayEqual(await result.read(), [stepped(0, i, 20_000)]);
      }
    },
  },
]);

/** Marks in streams: reached in order, and the device's clock between them. */
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

const spin = {
  portable: `
KERNEL void spin(GLOBAL unsigned int* x, int repeat) {
  unsigned int v = x[0];
  for (int i = 0; i < repeat; i++) v = v * 1664525u + 1013904223u;
  x[0] = v;
}
KERNEL void count_calls(GLOBAL int* calls) { calls[0] += 1; }
`,
};

export const eventCases = casesOf('events', [
  {
    id: 'elapsed',
    title: 'the time between two events is a number of milliseconds, not negative',
    source: spin,
    run: async ({ device, zeros, own, check }, module) => {
      const x = zeros('uint32', 1);
      const start = own(device.defaultStream.record());
      module.kernel('spin').launch(one, x, 100_000);
      const end = own(device.defaultStream.record());
      await end.synchronize();
      const milliseconds = end.millisecondsSince(start);
      check.ok(milliseconds >= 0 && milliseconds < 60_000, `${milliseconds} ms`);
    },
  },
  {
    id: 'monotone',
    title: 'later events are not earlier, and parts are not longer than the whole',
    source: spin,
    run: async ({ device, zeros, own, check }, module) => {
      const x = zeros('uint32', 1);
      const events = [own(device.defaultStream.record())];
      for (let i = 0; i < 5; i++) {
        module.kernel('spin').launch(one, x, 10_000);
        events.push(own(device.defaultStream.record()));
      }
      await device.synchronize();
      const times = events.map((event) => event.millisecondsSince(events[0] ?? event));
      check.equal(times[0], 0, 'time from an event to itself');
      times.forEach((time, i) => {
        check.ok(i === 0 || time >= (times[i - 1] ?? 0), `times go back: ${times.join(', ')}`);
      });
    },
  },
  {
    id: 'reached',
    title: 'an event is reached after its work, and only then',
    source: spin,
    run: async ({ device, zeros, event, check }, module) => {
      const mark = event();
      check.equal(mark.reached, false, 'reached before it was recorded');
      module.kernel('spin').launch(one, zeros('uint32', 1), 100_000);
      device.defaultStream.record(mark);
      await mark.synchronize();
      check.equal(mark.reached, true, 'reached after synchronize');
    },
  },
  {
    id: 'recorded-again',
    title: 'an event that is recorded again marks the new place',
    source: spin,
    run: async ({ device, zeros, event, check }, module) => {
      const [start, mark] = [event(), event()];
      const x = zeros('uint32', 1);
      device.defaultStream.record(start);
      device.defaultStream.record(mark);
      await mark.synchronize();
      const before = mark.millisecondsSince(start);
      module.kernel('spin').launch(one, x, 200_000);
      device.defaultStream.record(mark);
      await mark.synchronize();
      check.equal(mark.reached, true, 'reached after the second synchronize');
      check.ok(mark.millisecondsSince(start) >= before, 'the mark did not move');
    },
  },
  {
    id: 'given-back',
    title: 'an event made after others were given back knows nothing of them',
    source: spin,
    run: async ({ device, zeros, event, check }, module) => {
      const x = zeros('uint32', 1);
      const start = event();
      device.defaultStream.record(start);
      module.kernel('spin').launch(one, x, 100_000);
      // Given back while the device has yet to reach them.
      for (const mark of Array.from({ length: 3 }, () => device.defaultStream.record())) mark.dispose();
      const fresh = event();
      check.equal(fresh.reached, false, 'reached before it was recorded');
      check.throws('ARGUMENT', () => fresh.millisecondsSince(start));
      module.kernel('spin').launch(one, x, 100_000);
      device.defaultStream.record(fresh);
      await fresh.synchronize();
      check.ok(fresh.millisecondsSince(start) >= 0, 'negative time');
    },
  },
  {
    id: 'not-recorded',
    title: 'an event that was never recorded cannot be waited for or measured',
    run: async ({ device, event, own, check }) => {
      const recorded = own(device.defaultStream.record());
      await recorded.synchronize();
      check.throws('ARGUMENT', () => event().millisecondsSince(recorded));
      check.throws('ARGUMENT', () => recorded.millisecondsSince(event()));
      check.throws('ARGUMENT', () => {
        device.defaultStream.waitFor(event());
      });
      await check.rejects('ARGUMENT', event().synchronize());
    },
  },
  {
    id: 'not-reached',
    title: 'measuring what the device has not reached is refused, or it has been reached',
    source: spin,
    run: async ({ device, zeros, own, check }, module) => {
      const x = zeros('uint32', 1);
      const start = own(device.defaultStream.record());
      for (let i = 0; i < 20; i++) module.kernel('spin').launch(one, x, 100_000);
      const end = own(device.defaultStream.record());
      const wasReached = end.reached;
      if (!wasReached) {
        try {
          check.ok(end.millisecondsSince(start) >= 0 && end.reached, 'a time came before the event was reached');
        } catch (error) {
          check.throws('ARGUMENT', () => {
            throw error;
          });
        }
      }
      await end.synchronize();
      check.ok(end.millisecondsSince(start) >= 0, 'negative time');
    },
  },
  {
    id: 'of-another-device',
    title: 'events of another device are refused',
    run: async ({ device, openDevice, check }) => {
      const other = await openDevice();
      const event = other.createEvent();
      check.throws('ARGUMENT', () => device.defaultStream.record(event));
      other.defaultStream.record(event);
      check.throws('ARGUMENT', () => {
        device.defaultStream.waitFor(event);
      });
      await event.synchronize();
    },
  },
  {
    id: 'kernel-time',
    title: 'timing a kernel launches it as often as asked, and gives that many durations',
    source: spin,
    run: async ({ zeros, check }, module) => {
      const calls = zeros('int32', 1);
      const times = await module.kernel('count_calls').time({ ...one, count: 25 }, calls);
      check.equal(times.length, 25, 'number of durations');
      for (const time of times) check.ok(time >= 0 && time < 60_000, `a launch took ${time} ms`);
      check.arrayEqual(await calls.read(), [25], 'launches');
      await module.kernel('count_calls').time(one, calls);
      check.arrayEqual(await calls.read(), [26], 'launches with the default count');
    },
  },
  {
    id: 'kernel-time-refused',
    title: 'a count that is not a positive integer is refused',
    source: spin,
    run: async ({ zeros, check }, module) => {
      const calls = zeros('int32', 1);
      for (const count of [0, -1, 1.5, NaN, '3']) {
        await check.rejects('ARGUMENT', module.kernel('count_calls').time({ ...one, count: count as number }, calls));
      }
      check.arrayEqual(await calls.read(), [0], 'launches');
    },
  },
]);

import type { NativeAddon } from '../src/addon';
import { LaunchHeader } from '../src/launch-header';
import { builtAddon, describeAddon, fixture, type Fixture } from './testing/built-addon';

describeAddon('a launch plan', () => {
  let addon: NativeAddon;
  let c: Fixture;
  let received: BigUint64Array;
  // Other tests of this process may have left plans.
  let before: number;

  beforeAll(() => {
    addon = builtAddon();
    before = addon.planCount();
    c = fixture();
    received = new BigUint64Array(addon.pinExternal(c.received, 512));
  });
  beforeEach(() => received.fill(0n));
  afterAll(() => expect(addon.planCount()).toBe(before));

  function withPlan(plan: Parameters<NativeAddon['createPlan']>[0], use: (id: number) => void): void {
    const id = addon.createPlan(plan);
    try {
      use(id);
    } finally {
      addon.destroyPlan(id);
    }
  }

  describe('of a direct call', () => {
    it('passes words, addresses in the record, and words of the record as they are now', () => {
      const record = new ArrayBuffer(32);
      const words = new BigUint64Array(record);
      const args = [1n, -1n, { addressOf: 0 }, { addressOf: 32 }, { wordAt: 8 }, { wordAt: 24 }] as const;
      withPlan({ kind: 'direct', function: c.receiveSix, arguments: args, record }, (id) => {
        words.set([0n, 5n, 0n, 2n ** 64n - 1n]);
        expect(addon.run(id)).toBe(0);
        const start = addon.addressOf(record);
        expect([...received.subarray(0, 6)]).toEqual([1n, 2n ** 64n - 1n, start, start + 32n, 5n, 2n ** 64n - 1n]);
        words[1] = 6n;
        addon.run(id);
        expect(received[4]).toBe(6n);
      });
    });

    it('returns the status', () => {
      withPlan({ kind: 'direct', function: c.returnStatus, arguments: [-5n] }, (id) => expect(addon.run(id)).toBe(-5));
    });

    it('keeps its record alive and in place', () => {
      let record: ArrayBuffer | undefined = new ArrayBuffer(8);
      new BigUint64Array(record)[0] = 42n;
      const plan = { kind: 'direct', function: c.receiveSix, arguments: [{ wordAt: 0 }], record } as const;
      withPlan({ ...plan }, (id) => {
        record = undefined;
        for (let i = 0; i < 200; i++) new ArrayBuffer(1 << 20);
        addon.run(id);
        expect(received[0]).toBe(42n);
      });
    });
  });

  describe('for CUDA', () => {
    it('launches with the header and the record as they are now', () => {
      const header = new LaunchHeader();
      const record = new ArrayBuffer(16);
      const view = new DataView(record);
      const plan = { kind: 'cuda', launch: c.fakeCudaLaunch, function: 99n, header: header.buffer, record } as const;
      withPlan({ ...plan, offsets: [0, 8] }, (id) => {
        view.setFloat32(0, 2.5, true);
        view.setBigUint64(8, 7n, true);
        header.setShape([2, 3, 4], [32, 8, 1], 4096);
        header.queue = 0xabcn;
        expect(addon.run(id)).toBe(0);
        expect([...received.subarray(0, 12)]).toEqual([99n, 2n, 3n, 4n, 32n, 8n, 1n, 4096n, 0xabcn, 2500n, 7n, 0n]);
      });
    });

    it('makes its context current first, and returns that failure', () => {
      const header = new LaunchHeader();
      const record = new ArrayBuffer(16);
      const plan = { kind: 'cuda', launch: c.fakeCudaLaunch, function: 99n, header: header.buffer, record } as const;
      withPlan({ ...plan, offsets: [0, 8], setContext: c.fakeSetContext, context: 12n }, (id) => {
        expect(addon.run(id)).toBe(0);
        expect(received[20]).toBe(12n);
      });
      withPlan({ ...plan, offsets: [0, 8], setContext: c.fakeSetContext, context: 13n }, (id) => {
        received.fill(0n);
        expect(addon.run(id)).toBe(201);
        expect(received[0]).toBe(0n);
      });
    });

    it.each([
      ['compares', { getContext: true }],
      ['waits for a refusal', { refusals: [400, 201] }],
    ])(
      '%s before it sets its context',
      (_how, { getContext, refusals }: { getContext?: boolean; refusals?: number[] }) => {
        const plan = {
          kind: 'cuda',
          launch: c.fakePickyLaunch,
          function: 99n,
          header: new LaunchHeader().buffer,
          record: new ArrayBuffer(16),
          offsets: [],
          setContext: c.fakeCountedSetContext,
          context: 12n,
          ...(getContext ? { getContext: c.fakeGetContext } : {}),
          ...(refusals ? { contextRefusals: refusals } : {}),
        } as const;
        withPlan(plan, (id) => {
          expect([addon.run(id), addon.run(id), addon.run(id)]).toEqual([0, 0, 0]);
          expect([...received.subarray(20, 23)]).toEqual([12n, 1n, 3n]);
          // Somebody else's context in between.
          received[20] = 7n;
          expect(addon.run(id)).toBe(0);
          expect([...received.subarray(20, 23)]).toEqual([12n, 2n, 4n]);
        });
        // Another failure is the launch's own.
        withPlan({ ...plan, launch: c.returnStatus, function: 719n }, (id) => expect(addon.run(id)).toBe(719));
        expect(received[21]).toBe(2n);
      },
    );
  });

  describe('for OpenCL', () => {
    const record = new ArrayBuffer(32);
    const words = new BigUint64Array(record);
    const header = new LaunchHeader();
    const plan = () =>
      ({
        kind: 'opencl',
        setArgument: c.fakeSetArgument,
        enqueue: c.fakeEnqueue,
        kernel: 11n,
        header: header.buffer,
        record,
        arguments: [
          { kind: 'value', offset: 0, byteLength: 8 },
          { kind: 'value', offset: 8, byteLength: 4 },
          { kind: 'local', offset: 16 },
          { kind: 'shared' },
        ],
      }) as const;

    beforeEach(() => {
      words.set([5n, 0xffff_ffff_0000_0001n, 128n, 0n]);
      header.setShape([4, 2, 1], [16, 16, 1], 256, 2);
      header.queue = 22n;
    });

    it('sets every argument, then enqueues grid times block', () => {
      withPlan(plan(), (id) => {
        expect(addon.run(id)).toBe(0);
        expect([...received.subarray(40, 48)]).toEqual([8n, 5n, 4n, 1n, 128n, 0n, 256n, 0n]);
        expect([...received.subarray(0, 11)]).toEqual([22n, 11n, 2n, 64n, 32n, 1n, 16n, 16n, 1n, 0n, 0n]);
      });
    });

    it('sets only what changed where it owns the kernel', () => {
      withPlan({ ...plan(), ownsKernel: true }, (id) => {
        addon.run(id);
        addon.run(id);
        expect(received[32]).toBe(4n);
        words[0] = 6n;
        header.setShape([4, 2, 1], [16, 16, 1], 512, 2);
        addon.run(id);
        expect(received[32]).toBe(6n);
        expect([received[41], received[46]]).toEqual([6n, 512n]);
      });
    });

    it('tells which argument was refused, and sets all of them after that', () => {
      withPlan({ ...plan(), ownsKernel: true }, (id) => {
        header.setShape([4, 2, 1], [16, 16, 1], 3, 2);
        expect(addon.run(id)).toBe(-51);
        expect(addon.failedArgument(id)).toBe(3);
        received.fill(0n);
        header.setShape([4, 2, 1], [16, 16, 1], 4, 2);
        expect(addon.run(id)).toBe(0);
        expect(received[32]).toBe(4n);
        expect(addon.failedArgument(id)).toBe(-1);
      });
    });

    it('leaves its event in the header', () => {
      withPlan({ ...plan(), keepEvent: true }, (id) => {
        addon.run(id);
        expect(header.event).toBe(0xe7e47n);
      });
    });
  });

  describe('in a loop', () => {
    const counting = (record: ArrayBuffer, bound: bigint) =>
      ({ kind: 'direct', function: c.countTo, arguments: [{ addressOf: 0 }, bound], record }) as const;

    it('repeats to the first failure', () => {
      const record = new ArrayBuffer(8);
      withPlan(counting(record, 1000n), (id) => {
        expect(addon.repeat(id, 600)).toBe(0);
        expect(addon.repeat(id, 0)).toBe(0);
        expect(addon.repeat(id, 600)).toBe(77);
        expect(new BigUint64Array(record)[0]).toBe(1000n);
      });
    });

    it('times each run', () => {
      const times = new Float64Array(20);
      withPlan({ kind: 'direct', function: c.sleepMilliseconds, arguments: [1n, 0n] }, (id) => {
        expect(addon.timeRepeat(id, times)).toBe(0);
      });
      expect(Math.min(...times)).toBeGreaterThan(0.9e6);
    });

    it('runs a sequence to the first failure, even after its members were destroyed', () => {
      const record = new ArrayBuffer(8);
      const first = addon.createPlan(counting(record, 2n));
      const second = addon.createPlan({ kind: 'direct', function: c.receiveSix, arguments: [8n] });
      withPlan({ kind: 'sequence', plans: [first, second] }, (id) => {
        addon.destroyPlan(first);
        addon.destroyPlan(second);
        expect(addon.run(id)).toBe(0);
        expect(received[0]).toBe(8n);
        expect(addon.repeat(id, 5)).toBe(77);
      });
    });
  });

  describe('that is wrong', () => {
    const argumentError = (kind: typeof TypeError | typeof RangeError, text: string) =>
      expect.objectContaining({ name: kind.name, code: 'ARGUMENT', message: expect.stringContaining(text) });
    // ES2024, which the types of this project do not know yet.
    const resizable = () => Reflect.construct(ArrayBuffer, [8, { maxByteLength: 16 }]) as ArrayBuffer;
    const direct = { kind: 'direct', function: 1n, arguments: [] };
    const cuda = { kind: 'cuda', launch: 1n, function: 1n, header: new ArrayBuffer(48), record: new ArrayBuffer(8) };
    const opencl = { ...cuda, kind: 'opencl', setArgument: 1n, enqueue: 1n, kernel: 1n };

    it.each<[plan: unknown, kind: typeof TypeError | typeof RangeError, text: string]>([
      [undefined, TypeError, 'plan must be an object'],
      [null, TypeError, 'plan must be an object'],
      [{ kind: 'metal' }, TypeError, "kind must be 'direct'"],
      [{ kind: 5 }, TypeError, "kind must be 'direct'"],
      [{ ...direct, function: 0n }, RangeError, 'must not be null'],
      [{ ...direct, function: 5 }, TypeError, 'function must be a bigint'],
      [{ ...direct, arguments: undefined }, TypeError, 'arguments must be given'],
      [{ ...direct, arguments: 'x' }, TypeError, 'arguments must be an array'],
      [{ ...direct, arguments: new Array(7).fill(0n) }, RangeError, 'more than 6'],
      [{ ...direct, arguments: [3] }, TypeError, 'argument must be a bigint'],
      [{ ...direct, arguments: [null] }, TypeError, 'argument must be a bigint'],
      [{ ...direct, arguments: [2n ** 64n] }, RangeError, 'does not fit 64 bits'],
      [{ ...direct, arguments: [-(2n ** 63n) - 1n] }, RangeError, 'does not fit 64 bits'],
      [{ ...direct, arguments: [{ addressOf: 1 }] }, RangeError, 'outside the record'],
      [{ ...direct, arguments: [{ wordAt: 8 }], record: new ArrayBuffer(15) }, RangeError, 'outside the record'],
      [{ ...direct, arguments: [{ wordAt: 4 }], record: new ArrayBuffer(16) }, RangeError, 'multiple of 8'],
      [{ ...direct, arguments: [{ wordAt: -8 }], record: new ArrayBuffer(16) }, RangeError, 'whole number'],
      [{ ...direct, record: new Uint8Array(8) }, TypeError, 'record must be an ArrayBuffer'],
      [{ ...direct, record: resizable() }, TypeError, 'fixed length'],
      [{ ...cuda, offsets: [8] }, RangeError, 'outside the record'],
      [{ ...cuda, offsets: [], header: new ArrayBuffer(39) }, RangeError, 'shorter than a launch header'],
      [{ ...cuda, offsets: new Array(5000).fill(0) }, RangeError, 'more than 4096'],
      [{ ...cuda, offsets: [], setContext: 1n }, TypeError, 'context must be given'],
      [
        { ...cuda, offsets: [], setContext: 1n, context: 1n, contextRefusals: new Array(2 ** 32 - 1) },
        RangeError,
        'more than 4096',
      ],
      [{ ...opencl, arguments: [undefined] }, TypeError, 'argument must be an object'],
      [{ ...opencl, arguments: [null] }, TypeError, 'argument must be an object'],
      [{ ...opencl, arguments: [{ kind: 5 }] }, TypeError, "kind must be 'value'"],
      [{ ...opencl, arguments: [{ kind: 'value', offset: 4, byteLength: 8 }] }, RangeError, 'outside the record'],
      [{ ...opencl, arguments: [{ kind: 'value', offset: 2 ** 52, byteLength: 2 ** 53 - 1 }] }, RangeError, 'outside'],
      [{ ...opencl, arguments: [{ kind: 'image' }] }, TypeError, "kind must be 'value'"],
      [{ ...opencl, arguments: [], keepEvent: 1 }, TypeError, 'keepEvent must be a boolean'],
      [{ ...opencl, arguments: [], header: new ArrayBuffer(40), keepEvent: true }, RangeError, 'no place for an event'],
      [{ kind: 'sequence', plans: [12345] }, RangeError, 'does not exist'],
    ])('is refused: %p', (plan, kind, text) => {
      expect(() => addon.createPlan(plan as never)).toThrow(argumentError(kind, text));
    });

    it('passes on what a getter of the description throws', () => {
      const plan = {
        kind: 'direct',
        get function(): bigint {
          throw new Error('from the getter');
        },
      };
      expect(() => addon.createPlan(plan as never)).toThrow('from the getter');
    });

    it.each([undefined, -1, 1.5, NaN, '3', 3n])('number %p is refused', (id) => {
      for (const use of [addon.repeat, addon.destroyPlan, addon.failedArgument]) {
        expect(() => (use as (id: unknown, n: number) => unknown)(id, 1)).toThrow(
          expect.objectContaining({ code: 'ARGUMENT' }),
        );
      }
      expect(() => addon.run(id as never)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    });

    it('is refused once it is destroyed, though its place is used again', () => {
      const first = addon.createPlan({ kind: 'direct', function: c.nothing, arguments: [] });
      addon.destroyPlan(first);
      withPlan({ kind: 'direct', function: c.nothing, arguments: [] }, (second) => {
        expect(second).not.toBe(first);
        expect(() => addon.run(first)).toThrow('destroyed');
        expect(() => addon.destroyPlan(first)).toThrow('destroyed');
      });
    });

    it('refuses times that are not Float64Array', () => {
      withPlan({ kind: 'direct', function: c.nothing, arguments: [] }, (id) => {
        expect(() => addon.timeRepeat(id, new Float32Array(4) as never)).toThrow('Float64Array');
        expect(() => addon.repeat(id, -1)).toThrow('whole number');
      });
    });
  });
});

/** What a function of the user throws is told by one kind of error, with whose it is and what it threw. */
import {
  buildSearchSpace,
  createStrategy,
  createSearch,
  createRandom,
  recordedTable,
  simulate,
  tuneKernel,
  type Observer,
  type Strategy,
  type TuneKernelOptions,
} from '@heddle/tuner';
import { request } from './add-request';

type Request = TuneKernelOptions<{ block_size_x: readonly [32, 64, 128] }>;

const thrown = new Error('of the user');
const fail = (): never => {
  throw thrown;
};
const failLater = async (): Promise<never> => Promise.reject(thrown);
const strategy: Strategy = { name: 'mine', run: fail };

const failure = (message: string, parameter: string): unknown =>
  expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(message), parameter, cause: thrown });

describe('a run ends with the error of', () => {
  it.each<[string, Partial<Request>, string, string]>([
    ['verify', { verify: fail }, 'verify failed: Error: of the user', 'verify'],
    ['verify that is asynchronous', { verify: failLater }, 'verify failed', 'verify'],
    ['a metric', { metrics: { odd: fail } }, 'the metric odd failed for {"block_size_x":32,', 'metrics'],
    ['a restriction', { restrictions: [fail] }, 'failed for {}: Error: of the user\nIt is asked', 'restrictions'],
    ['the grid', { gridDivX: fail }, 'gridDivX failed for {"block_size_x":32,', 'gridDivX'],
    ['the problem size', { problemSize: fail }, 'problemSize failed for', 'problemSize'],
    ['the source', { source: fail }, 'source failed for {"block_size_x":32}', 'source'],
    ['compiler options', { compilerOptions: fail }, 'compilerOptions failed for', 'compilerOptions'],
    ['a macro', { defines: { A: fail } }, 'defines.A failed for', 'defines.A'],
    ['a strategy', { strategy }, 'the strategy mine failed', 'strategy'],
    ['a strategy later', { strategy: { ...strategy, run: failLater } }, 'the strategy mine failed', 'strategy'],
    ['onRecord', { onRecord: fail }, 'onRecord failed for {"block_size_x":32}', 'onRecord'],
  ])('%s', async (_, change, message, parameter) => {
    await expect(tuneKernel({ ...request(), ...change })).rejects.toEqual(failure(message, parameter));
  });

  it('onRecord, where it is asynchronous', async () => {
    const onRecord: unknown = failLater;
    await expect(tuneKernel({ ...request(), onRecord } as Request)).rejects.toEqual(
      failure('onRecord failed for {"block_size_x":32}', 'onRecord'),
    );
  });

  it.each<keyof Observer>(['registerDevice', 'dispose'])("an observer's %s", async (hook) => {
    const observer: Observer = { name: 'mine', getResults: () => ({}), [hook]: fail };
    await expect(tuneKernel({ ...request(), observers: [observer] })).rejects.toEqual(
      failure(`${hook} of the observer mine failed`, 'observers'),
    );
  });
});

it('an error of this package comes through a strategy as it is', async () => {
  const run = tuneKernel({ ...request(), objective: { name: 'nothing', higherIsBetter: true } });
  await expect(run).rejects.toMatchObject({ message: expect.stringMatching(/^no result is called nothing/) });
});

it('a strategy on a recorded table is not an exception, and what measuring throws is not its own', async () => {
  const space = buildSearchSpace({ parameters: { x: [1, 2] } });
  const table = recordedTable(space, [{ configuration: { x: 1 }, objective: 1 }]);
  await expect(simulate(table, strategy, { evaluations: 1 })).rejects.toEqual(
    failure('the strategy mine failed: Error: of the user', 'strategy'),
  );
  const search = createSearch({ space, random: createRandom(1), measure: fail });
  await expect(createStrategy('bruteForce').run(search)).rejects.toBe(thrown);
});

describe('a configuration fails by', () => {
  const hooks = [
    'registerConfiguration',
    'processOutput',
    'beforeStart',
    'afterStart',
    'during',
    'afterFinish',
    'getResults',
  ] as const;
  it.each(hooks.flatMap((hook) => (['benchmark', 'continuous'] as const).map((kind) => [hook, kind] as const)))(
    '%s of a %s observer',
    async (hook, kind) => {
      const observer: Observer = {
        name: 'mine',
        kind,
        continuousMilliseconds: 1,
        getResults: () => ({}),
        [hook]: fail,
      };
      const { results } = await tuneKernel({ ...request(), observers: [observer] });
      const expected = { kind: 'observer', message: 'observer mine: Error: of the user' };
      expect(results.map((record) => record.failure)).toEqual([expected, expected, expected]);
    },
  );
});

describe('an observer without a name is called', () => {
  class Thermometer {
    readonly #reading = 20;
    readonly kind = 'benchmark';

    getResults(): { degrees: number } {
      return { degrees: this.#reading };
    }

    dispose(): void {
      if (this.#reading < 0) throw new Error('frozen');
    }
  }
  const nameless = { getResults: () => ({}) } as unknown as Observer;
  const ofClass = new Thermometer() as unknown as Observer;

  it.each([
    ['by its class', [ofClass], 'the observer Thermometer is an object of this process'],
    ['by its place', [{ builtIn: 'registers' }, nameless], 'the observer observers[1] is an object'],
  ] as const)('%s in a place that cannot take it', async (_, observers, message) => {
    await expect(tuneKernel({ ...request(), isolation: 'process', observers })).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringContaining(message),
    });
  });

  it('the same where it fails, and is itself wherever it is asked', async () => {
    const failing = { getResults: fail } as unknown as Observer;
    const { results } = await tuneKernel({ ...request(), observers: [ofClass, failing] });
    expect(results[0]?.failure?.message).toBe('observer observers[1]: Error: of the user');
    const good = await tuneKernel({ ...request(), observers: [ofClass] });
    expect(good.best?.measurements.degrees).toBe(20);
  });
});

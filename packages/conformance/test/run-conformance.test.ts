/** Registration with runners that others wrote: this jest, and models of the rest. */
import { casesOf, runConformance, type CaseDefinition, type RunConformanceOptions } from '@heddle/conformance';
import { fakeBackend } from './support/fake-backend';

const definitions: readonly CaseDefinition[] = [
  { id: 'fine', title: 'passes', run: async () => undefined },
  { id: 'absent', title: 'is skipped', requires: ['sanitizers'], run: async () => undefined },
];
const cases = casesOf('memory', definitions);

/** A runner that collects what is registered, and runs it when told. */
function runner(): {
  functions: Pick<RunConformanceOptions, 'describe' | 'it' | 'before' | 'after'>;
  run: (context?: unknown, self?: unknown) => Promise<Record<string, string>>;
} {
  const path: string[] = [];
  const tests: { name: string; body: (...context: unknown[]) => Promise<void> }[] = [];
  const hooks: { before: (() => Promise<void>)[]; after: (() => Promise<void>)[] } = { before: [], after: [] };
  return {
    functions: {
      describe: (name, body) => {
        path.push(name);
        body();
        path.pop();
      },
      it: (name, body) => tests.push({ name: [...path, name].join(' > '), body }),
      before: (body) => hooks.before.push(body),
      after: (body) => hooks.after.push(body),
    },
    run: async (context, self) => {
      const outcomes: Record<string, string> = {};
      for (const hook of hooks.before) await hook();
      for (const { name, body } of tests) {
        outcomes[name] = await body.apply(self, context === undefined ? [] : [context]).then(
          () => 'ended',
          (error: unknown) => String(error),
        );
      }
      for (const hook of hooks.after) await hook();
      return outcomes;
    },
  };
}

// Jest itself: its report shows one of these as passed and one as skipped, which the test after them looks up.
const inJest = fakeBackend();
runConformance({ backend: inJest, describe, it, beforeAll, afterAll, cases });

describe('runConformance', () => {
  it('lets jest skip what the device does not declare, and closes the device', () => {
    const state = (globalThis as unknown as Record<symbol, JestState>)[stateSymbol()];
    const kit = state?.rootDescribeBlock.children[0]?.children[0]?.children ?? [];
    expect(kit.map(({ name, mode, status }) => [name, mode ?? 'run', status])).toEqual([
      ['memory/fine: passes', 'run', 'done'],
      ['memory/absent: is skipped', 'skip', 'skip'],
    ]);
    expect(inJest.opened.map(({ disposed }) => disposed)).toEqual([true]);
  });

  it('groups by topic, and gives functions without parameters, which jest would take for callbacks', () => {
    const { functions } = runner();
    const lengths: number[] = [];
    runConformance({ backend: fakeBackend(), ...functions, it: (_, body) => lengths.push(body.length), cases });
    expect(lengths).toEqual([0, 0]);
  });

  it('skips by the context that a runner gives: its argument, or this', async () => {
    const { functions, run } = runner();
    runConformance({ backend: fakeBackend(), ...functions, cases });
    const reasons: string[] = [];
    const context = { skip: (reason: string) => reasons.push(reason) };
    await run(context);
    await run(undefined, context);
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toContain('sanitizers');
  });

  it('skips by a function that the caller gives', async () => {
    const { functions, run } = runner();
    const skip = (reason: string): never => {
      throw new Error(`SKIP ${reason}`);
    };
    runConformance({ backend: fakeBackend(), ...functions, cases, skip });
    const outcomes = await run();
    expect(outcomes['conformance of fake > memory > memory/fine: passes']).toBe('ended');
    expect(outcomes['conformance of fake > memory > memory/absent: is skipped']).toMatch(/SKIP .*sanitizers/);
  });

  it('opens nothing while it registers', () => {
    const backend = fakeBackend();
    runConformance({ backend, ...runner().functions, cases });
    expect(backend.opened).toHaveLength(0);
  });

  it('needs a test function', () => {
    expect(() => runConformance({ backend: fakeBackend(), describe })).toThrow(TypeError);
  });
});

interface JestState {
  readonly rootDescribeBlock: JestBlock;
}

interface JestBlock {
  readonly name: string;
  readonly mode?: string;
  readonly status?: string | null;
  readonly children: readonly JestBlock[];
}

function stateSymbol(): symbol {
  const found = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  if (!found) throw new Error('this is not jest');
  return found;
}

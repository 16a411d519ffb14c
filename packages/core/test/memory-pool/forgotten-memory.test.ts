import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { ForgottenMemory } from '@heddle/core';
import * as fc from 'fast-check';

/** Collections that `body` asks for; V8 may begin others meanwhile. */
async function collectionsOf(body: () => void): Promise<number> {
  let count = 0;
  const add = (entries: readonly PerformanceEntry[]): void => {
    for (const entry of entries) {
      const { flags } = (entry as PerformanceEntry & { readonly detail: { readonly flags: number } }).detail;
      if ((flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) count++;
    }
  };
  const observer = new PerformanceObserver((list) => {
    add(list.getEntries());
  });
  observer.observe({ entryTypes: ['gc'] });
  body();
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  add(observer.takeRecords());
  observer.disconnect();
  return count;
}

describe('memory in use', () => {
  it('starts a collection for each sixteenth of all there is that it grows by', async () => {
    const memory = new ForgottenMemory(1600);
    const grow = () => {
      for (let used = 0; used <= 1600; used += 10) memory.watch(used);
    };
    // At 110, 220, ...: the first step beyond each sixteenth.
    expect(await collectionsOf(grow)).toBe(14);
  });

  it('starts none where it comes and goes', async () => {
    const memory = new ForgottenMemory(1600);
    const breathe = () => {
      for (let i = 0; i < 1000; i++) memory.watch(i % 2 === 0 ? 0 : 100);
    };
    expect(await collectionsOf(breathe)).toBe(0);
  });

  it('starts one no later than a sixteenth above the least use since the last', async () => {
    const uses = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(uses, async (used) => {
        let [least, expected] = [0, 0];
        for (const use of used) {
          least = Math.min(least, use);
          if (use > least + 100) {
            least = use;
            expected++;
          }
        }
        const memory = new ForgottenMemory(1600);
        const watch = () => {
          for (const use of used) memory.watch(use);
        };
        expect(await collectionsOf(watch)).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });
});

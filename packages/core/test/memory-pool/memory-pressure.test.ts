import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { MemoryPressure } from '@heddle/core/backend';
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

/** Counts the collections asked for, with these bytes in use one after the other, of 1600 in total. */
function asked(uses: readonly number[]): number {
  let count = 0;
  const memory = new MemoryPressure(1600, () => count++);
  for (const use of uses) memory.watch(use);
  return count;
}

describe('memory in use', () => {
  it('asks for a collection whenever it has grown by a sixteenth of the total', () => {
    // At 110, 220, ...: the first step beyond each sixteenth.
    expect(asked(Array.from({ length: 161 }, (_, i) => 10 * i))).toBe(14);
  });

  it('asks for none if memory is allocated and freed in turn', () => {
    expect(asked(Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 0 : 100)))).toBe(0);
  });

  it('asks for one when it exceeds the least use since the last one by a sixteenth', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 50 }), (uses) => {
        let [least, expected] = [0, 0];
        for (const use of uses) {
          least = Math.min(least, use);
          if (use <= least + 100) continue;
          least = use;
          expected++;
        }
        expect(asked(uses)).toBe(expected);
      }),
    );
  });

  it('has garbage collected, whatever Node was started with', async () => {
    const memory = new MemoryPressure(1600);
    const grow = () => {
      for (const use of [50, 101, 150, 202]) memory.watch(use);
    };
    expect(await collectionsOf(grow)).toBe(2);
  });
});

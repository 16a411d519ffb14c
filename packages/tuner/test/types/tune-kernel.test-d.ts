/** What `tsc` knows of a run. Checked by the compiler alone; nothing of it runs. */
import { strategyNameOf, tuneCache, tuneKernel, tuneStrategy } from '@heddle/tuner';

const common = { kernel: 'k', source: 'k.cu', arguments: [], problemSize: 1 } as const;

tuneKernel({
  ...common,
  tune: { block_size_x: [32, 64], layout: ['row', 'column'], padded: [true, false] },
  problemSize: (p) => p.block_size_x * 100,
  gridDivX: (p) => p.block_size_x,
  sharedMemory: (p) => (p.padded ? p.block_size_x * 4 : 0),
  restrictions: [(p) => p.layout === 'row' || p.block_size_x === 64, 'block_size_x > 1'],
  metrics: { 'GB/s': (p) => p.block_size_x / p.time },
  blockSizeNames: ['block_size_x'],
  onRecord: (record) => {
    const block: 32 | 64 = record.configuration.block_size_x;
    const layout: 'row' | 'column' = record.configuration.layout;
    return [block, layout];
  },
});

// @ts-expect-error there is no such parameter
tuneKernel({ ...common, tune: { block_size_x: [32] }, restrictions: [(p) => p.blok_size_x > 1] });

// @ts-expect-error no value of the parameter is 'columns'
tuneKernel({ ...common, tune: { layout: ['row', 'column'] }, restrictions: [(p) => p.layout === 'columns'] });

// @ts-expect-error the parameter is a text
tuneKernel({ ...common, tune: { layout: ['row'] }, gridDivX: (p) => p.layout });

// @ts-expect-error the name is not that of a parameter
tuneKernel({ ...common, tune: { block_size_x: [32] }, blockSizeNames: ['bx'] });

// @ts-expect-error there is no such option
tuneKernel({ ...common, tune: { block_size_x: [32] }, iteration: 3 });

async function results(): Promise<void> {
  const run = tuneKernel({ ...common, tune: { tile: [1, 2] } });
  for await (const record of run) {
    const tile: 1 | 2 = record.configuration.tile;
    // @ts-expect-error the configuration has no such parameter
    [tile, record.configuration.tiles];
  }
  const { best } = await run;
  const tile: 1 | 2 | undefined = best?.configuration.tile;
  tile;
}
results();

tuneKernel({ ...common, tune: { tile: [1] }, strategy: 'geneticAlgorithm' });
tuneKernel({ ...common, tune: { tile: [1] }, strategy: 'genetic_algorithm' });
tuneKernel({ ...common, tune: { tile: [1] }, strategy: 'multiStartLocalSearch' });
tuneKernel({ ...common, tune: { tile: [1] }, strategy: strategyNameOf(process.argv[2] ?? '') });
tuneKernel({ ...common, tune: { tile: [1] }, strategy: { name: 'mine', run: () => Promise.resolve() } });
// @ts-expect-error there is no such strategy
tuneKernel({ ...common, tune: { tile: [1] }, strategy: 'nope' });
// @ts-expect-error there is no such strategy
tuneCache('results.json', { strategy: 'nope' });
tuneCache('results.json', { strategy: 'pso' });
// @ts-expect-error there is no such strategy
tuneStrategy({ strategy: 'nope', options: {}, tables: [], evaluations: 1 });
// @ts-expect-error there is no such strategy
tuneStrategy({ strategy: 'pso', searchedBy: 'nope', options: {}, tables: [], evaluations: 1 });

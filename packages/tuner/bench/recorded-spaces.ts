/** Spaces whose configurations were all measured on a GPU, and what Kernel Tuner's strategies reach on them. */
import { fileURLToPath } from 'node:url';
import { buildSearchSpace, readTuningFile, recordedTable, type RecordedTable, type TuneParameters } from '../src';

/** Evaluations after which strategies are compared. */
export const marks = [50, 100, 200] as const;

/** The spaces of Kernel Tuner's table, in its order. */
export const recordedFiles = { 'convolution A100': 'convolution_milo-A100', 'gemm RTX 3090': 'gemm-RTX_3090' } as const;

/** A space that has no figures of a peer, and on which nothing was chosen. */
export const unseenFiles = { 'convolution A4000': 'convolution_milo-A4000' } as const;

/** The configurations that a file recorded, as a space. */
export function recordedSpace(name: string): RecordedTable {
  const file = readTuningFile(fileURLToPath(new URL(`../test/data/${name}.cache.json.gz`, import.meta.url)));
  const parameters: TuneParameters = Object.fromEntries(
    file.parameters.map((parameter) => [parameter.name, parameter.values]),
  );
  const keyOf = (configuration: Readonly<Record<string, unknown>>): string => {
    return file.parameters.map((parameter) => String(configuration[parameter.name])).join();
  };
  const recorded = new Set(file.records.map(({ configuration }) => keyOf(configuration)));
  const space = buildSearchSpace({ parameters, restrictions: (configuration) => recorded.has(keyOf(configuration)) });
  return recordedTable(
    space,
    file.records.map(({ configuration, time, failure }) => ({ configuration, objective: failure ? Infinity : time })),
  );
}

/** Mean best over optimum of Kernel Tuner 1.4.0, 50 seeds: for each of {@link recordedFiles}, at each of {@link marks}. */
export const kernelTunerFigures: Readonly<Record<string, readonly (readonly number[])[]>> = {
  random_sample: [
    [1.537, 1.44, 1.339],
    [1.25, 1.19, 1.162],
  ],
  genetic_algorithm: [
    [1.49, 1.223, 1.08],
    [1.245, 1.163, 1.059],
  ],
  diff_evo: [
    [1.549, 1.45, 1.295],
    [1.177, 1.128, 1.081],
  ],
  pso: [
    [1.537, 1.425, 1.174],
    [1.249, 1.159, 1.087],
  ],
  firefly_algorithm: [
    [1.446, 1.313, 1.171],
    [1.223, 1.142, 1.114],
  ],
  simulated_annealing: [
    [1.486, 1.339, 1.172],
    [1.213, 1.148, 1.095],
  ],
  basinhopping: [
    [1.644, 1.46, 1.342],
    [1.382, 1.298, 1.178],
  ],
  greedy_ils: [
    [1.804, 1.528, 1.396],
    [1.382, 1.266, 1.19],
  ],
  hybrid_vndx: [
    [1.397, 1.221, 1.09],
    [1.155, 1.075, 1.022],
  ],
  adaptive_tabu_greywolf: [
    [1.37, 1.191, 1.11],
    [1.083, 1.024, 1.009],
  ],
  bayes_opt: [
    [1.332, 1.2, 1.154],
    [1.19, 1.102, 1.046],
  ],
};

/** The best that any of Kernel Tuner's strategies reaches, for each space at each mark. */
export const bestOfKernelTuner = Object.keys(recordedFiles).map((_, space) =>
  marks.map((__, mark) =>
    Math.min(...Object.values(kernelTunerFigures).map((figures) => figures[space]?.[mark] ?? Infinity)),
  ),
);

/** All cases, topic by topic. */
import type { ConformanceCase } from '../conformance-case';
import { aggregateArgumentCases } from './arguments-aggregates';
import { scalarArgumentCases } from './arguments-scalars';
import { atomicCases } from './atomics';
import { binaryCases } from './binaries';
import { cacheCases } from './cache';
import { chosenTypeCases } from './chosen-types';
import { compileErrorCases, compileRefusalCases } from './compile-errors';
import { compileOptionCases } from './compile-options';
import { compileSourceCases } from './compile-sources';
import { capabilityCases, concurrencyCases } from './concurrency';
import { defaultStreamCases } from './default-stream';
import { eventCases } from './events';
import { faultCases } from './faults';
import { functionCases } from './functions';
import { geometryCases } from './geometry';
import { globalCases } from './globals';
import { halfPrecisionCases } from './half-precision';
import { imageCases } from './images';
import { kernelNameCases } from './kernel-names';
import { lifetimeCases } from './lifetime';
import { linkingCases } from './linking';
import { mathCases } from './math';
import { mathNameCases } from './math-names';
import { memoryKindCases } from './memory-kinds';
import { transferCases } from './memory-transfers';
import { occupancyCases, outputCases } from './output';
import { refusalCases } from './refusals';
import { seenByStreamsCases } from './seen-by-streams';
import { barrierCases, sharedMemoryCases } from './shared-memory';
import { streamCases } from './streams';
import { templateCases } from './templates';
import { textureCases } from './textures';
import { warningCases } from './warnings';
import { cooperativeCases, warpCases } from './warps';

/** Everything that a backend must get right, as far as its devices declare that they can do it. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...compileSourceCases,
  ...compileErrorCases,
  ...compileRefusalCases,
  ...compileOptionCases,
  ...warningCases,
  ...scalarArgumentCases,
  ...aggregateArgumentCases,
  ...chosenTypeCases,
  ...refusalCases,
  ...geometryCases,
  ...transferCases,
  ...memoryKindCases,
  ...streamCases,
  ...defaultStreamCases,
  ...seenByStreamsCases,
  ...eventCases,
  ...globalCases,
  ...sharedMemoryCases,
  ...barrierCases,
  ...atomicCases,
  ...warpCases,
  ...cooperativeCases,
  ...templateCases,
  ...kernelNameCases,
  ...mathCases,
  ...mathNameCases,
  ...halfPrecisionCases,
  ...textureCases,
  ...imageCases,
  ...functionCases,
  ...outputCases,
  ...occupancyCases,
  ...binaryCases,
  ...linkingCases,
  ...cacheCases,
  ...lifetimeCases,
  ...faultCases,
  ...concurrencyCases,
  ...capabilityCases,
];

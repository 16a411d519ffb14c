/** A C header with the best parameters of each device, for programs that are compiled without a tuner. */
import { HeddleError } from '@heddle/core';
import { checkOptionsOf, type KindsOf } from '../options';
import type { ParameterValue } from '../space';
import { pathOf } from '../file-access/read-file';
import { readResultsFile, type StoredResult } from './results-file';
import { writeFile } from '../file-access/write-file';

export interface DeviceTargetOptions {
  /** Only results for this problem size. Default: all sizes; the best result counts. */
  readonly problemSize?: number | readonly number[];
  /** The macro that a program defines to choose: `-DTARGET_GPU=TARGET_NVIDIA_A100`. Default `TARGET_GPU`. */
  readonly macro?: string;
}

const optionKinds: KindsOf<DeviceTargetOptions> = { problemSize: ['number', 'list'], macro: 'text' };

/**
 * Writes the header.
 *
 * @param path - of the header
 * @param resultsPath - of a file that `storeResults` wrote
 * @throws HeddleError `ARGUMENT` for an unknown option, and if no result fits
 */
export function createDeviceTargets(
  path: string | URL,
  resultsPath: string | URL,
  options: DeviceTargetOptions = {},
): void {
  checkOptionsOf('createDeviceTargets', optionKinds, options);
  writeFile(pathOf(path), printDeviceTargets(readBest(resultsPath, options), options.macro ?? 'TARGET_GPU'));
}

/** Best result of each device; under '' the one for any other device. */
function readBest(resultsPath: string | URL, { problemSize }: DeviceTargetOptions): ReadonlyMap<string, StoredResult> {
  const { results, higherIsBetter } = readResultsFile(resultsPath);
  const wanted = problemSize === undefined ? undefined : [problemSize].flat().join('x');
  const fitting = results.filter((result) => wanted === undefined || result.problemSize.join('x') === wanted);
  if (fitting.length === 0) {
    throw new HeddleError(
      'ARGUMENT',
      `${String(resultsPath)} has no result${wanted === undefined ? '' : ` for ${wanted}`}`,
      {
        parameter: 'problemSize',
      },
    );
  }
  const isBetter = (a: StoredResult, b: StoredResult): boolean =>
    higherIsBetter ? a.value > b.value : a.value < b.value;
  const best = new Map<string, StoredResult>();
  for (const result of fitting) {
    const known = best.get(result.deviceName);
    if (!known || isBetter(result, known)) best.set(result.deviceName, result);
  }
  return best;
}

/** The text of the header: one branch for each device, and the first device's parameters for any other. */
export function printDeviceTargets(best: ReadonlyMap<string, StoredResult>, macro: string): string {
  const devices = [...best];
  const names = devices.map(([device], index) => `#define ${targetName(device)} ${index + 1}`);
  const branches = devices.map(
    ([device, { configuration }], index) =>
      `${index === 0 ? '#if' : '#elif'} ${macro} == ${targetName(device)} /* ${device.replaceAll('*/', '* /')} */\n${defines(configuration)}`,
  );
  const [first] = devices;
  return [
    '/* Written by Heddle: the best parameters of each device. */',
    '#pragma once',
    ...names,
    `#ifndef ${macro}`,
    `#define ${macro} 0`,
    '#endif',
    ...branches,
    '#else /* any other device */',
    defines(first?.[1].configuration ?? {}),
    '#endif',
    '',
  ].join('\n');
}

function targetName(device: string): string {
  return `TARGET_${device
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')}`;
}

function defines(configuration: Readonly<Record<string, ParameterValue>>): string {
  return Object.entries(configuration)
    .map(([name, value]) => `#define ${name} ${typeof value === 'boolean' ? Number(value) : value}`)
    .join('\n');
}

/** From the results of a run to what its page holds. */
import { basename } from 'node:path';
import { higherIsBetterByName, readTuningFile, type TuningFile, type TuningRecord } from '@heddle/tuner';
import { formatSeconds } from '../command-line/units';
import { unitOf } from './quantity-unit';
import type { FailureColumn, PageData, ParameterColumn, QuantityColumn } from './page-data';

/**
 * Reads a file of tuning results for its page.
 *
 * @throws HeddleError `ARGUMENT` or `CORRUPT` for a file that cannot be read
 */
export function pageDataOfFile(path: string): PageData {
  return pageDataOf(readTuningFile(path), basename(path));
}

/** @param source - what the page calls the file */
export function pageDataOf(file: TuningFile, source: string): PageData {
  const { records } = file;
  return {
    kernel: file.kernelName === '' ? source.replace(/(\.(cache|t4))?\.json(l)?(\.gz)?$/, '') : file.kernelName,
    device: file.deviceName === '' ? 'an unnamed device' : file.deviceName,
    problemSize: sizeText(file.problemSize),
    source,
    count: records.length,
    parameters: file.parameters.map(({ name, values }) => parameterColumn(name, values, records)),
    quantities: quantityColumns(file),
    failures: failureColumn(records),
    environment: environmentOf(file, source),
    warnings: warningsOf(file),
  };
}

function sizeText(size: TuningFile['problemSize']): string {
  if (Array.isArray(size)) return size.map(String).join(' × ');
  if (typeof size === 'number' || typeof size === 'string') return String(size);
  return size === null ? '' : JSON.stringify(size);
}

function parameterColumn(
  name: string,
  values: ParameterColumn['values'],
  records: readonly TuningRecord[],
): ParameterColumn {
  const places = new Map(values.map((value, place) => [value, place]));
  const indices = records.map(({ configuration }) => places.get(configuration[name] ?? '') ?? 0);
  // Values that no configuration has would be empty places in every chart.
  const used = [...new Set(indices)].sort((a, b) => a - b);
  const moved = new Map(used.map((place, newPlace) => [place, newPlace]));
  return {
    name,
    values: used.flatMap((place) => values[place] ?? []),
    indices: indices.map((place) => moved.get(place) ?? 0),
  };
}

function quantityColumns({ objectives, records }: TuningFile): QuantityColumn[] {
  const names = new Set([...objectives, 'time']);
  for (const { metrics, measurements } of records) {
    for (const name of Object.keys(metrics)) names.add(name);
    for (const [name, value] of Object.entries(measurements)) if (typeof value === 'number') names.add(name);
  }
  const columns = [...names].map((name) => ({
    name,
    unit: unitOf(name),
    // If the name does not say, less is better, as for times.
    higherIsBetter: higherIsBetterByName(name) ?? false,
    isObjective: objectives.includes(name),
    values: records.map((record) => quantityOf(record, name)),
  }));
  const compilation = {
    name: 'compilation',
    unit: 'ms',
    higherIsBetter: false,
    isObjective: false,
    values: records.map(({ spent, failure }) => (failure || !(spent.compilation > 0) ? null : spent.compilation)),
  };
  const measured = [...columns, compilation].filter(({ values }) => values.some((value) => value !== null));
  return measured.length > 0 ? measured : columns.slice(0, 1);
}

function quantityOf(record: TuningRecord, name: string): number | null {
  if (record.failure) return null;
  const value = name === 'time' ? record.time : (record.metrics[name] ?? record.measurements[name]);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function failureColumn(records: readonly TuningRecord[]): FailureColumn {
  const frequency = new Map<string, number>();
  for (const { failure } of records) if (failure) frequency.set(failure.kind, (frequency.get(failure.kind) ?? 0) + 1);
  const kinds = [...frequency].sort(([, a], [, b]) => b - a).map(([kind]) => kind);
  const messages = new Map<string, number>();
  const kindIndices: number[] = [];
  const messageIndices: number[] = [];
  for (const { failure } of records) {
    kindIndices.push(failure ? kinds.indexOf(failure.kind) : -1);
    if (failure && !messages.has(failure.message)) messages.set(failure.message, messages.size);
    messageIndices.push(failure ? (messages.get(failure.message) ?? 0) : -1);
  }
  return { kinds, kindIndices, messages: [...messages.keys()], messageIndices };
}

function environmentOf(file: TuningFile, source: string): [string, string][] {
  const { records } = file;
  const facts: [string, string][] = [
    ['file', `${source} (${formatName(file.format)})`],
    ['kernel', file.kernelName],
    ['device', file.deviceName],
    ['problem size', sizeText(file.problemSize)],
    ['objective', file.objectives.join(', ')],
    ['combinations of all values', combinations(file)],
    ...spentTimes(records),
    ...period(records),
  ];
  return facts.filter(([, text]) => text !== '');
}

function formatName(format: TuningFile['format']): string {
  return { cache: 'a cache file', t4: 'T4', journal: "Heddle's journal" }[format];
}

function combinations({ parameters, records }: TuningFile): string {
  const all = parameters.reduce((product, { values }) => product * values.length, 1);
  const share = (records.length / all) * 100;
  return `${all.toLocaleString('en')}, of which ${Number(share.toPrecision(3))} % were tried`;
}

function spentTimes(records: readonly TuningRecord[]): [string, string][] {
  const sum = (part: keyof TuningRecord['spent']): number =>
    records.reduce((total, { spent }) => total + (Number.isFinite(spent[part]) ? spent[part] : 0), 0);
  const parts = [
    ['compiling', sum('compilation')],
    ['verifying', sum('verification')],
    ['measuring', sum('benchmark')],
  ] as const;
  return parts.flatMap(([name, total]) => (total > 0 ? [[`time ${name}`, formatSeconds(total / 1000)]] : []));
}

function period(records: readonly TuningRecord[]): [string, string][] {
  const stamps = records.map(({ timestamp }) => timestamp).filter((stamp) => stamp !== '');
  const [first] = stamps;
  const last = stamps.at(-1);
  if (first === undefined || last === undefined) return [];
  const brief = (stamp: string): string => stamp.replace('T', ' ').replace(/\.\d+/, '').replace('+00:00', ' UTC');
  return [
    ['first result', brief(first)],
    ['last result', brief(last)],
  ];
}

function warningsOf({ damage, closed, format, records }: TuningFile): string[] {
  const warnings: string[] = [];
  if (damage) {
    warnings.push(
      `The file is damaged: ${damage.problem}. ${records.length} records are good; ${damage.lostBytes} bytes could not be read.`,
    );
  } else if (!closed && format === 'cache') {
    warnings.push('The run that wrote this file has not ended, or was ended: the closing braces are missing.');
  }
  if (records.length === 0) warnings.push('The file has no results.');
  return warnings;
}

/** The user's metrics: computed in order, from parameters, measurements and the metrics before. */
import type { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { compileExpression } from '../expression';
import { isReservedName } from '../reserved-names';
import { userFailure } from '../options';
import type { Configuration } from '../space';
import type { TuningRecord } from '../results/record';
import type { TuneKernelOptions } from './tune-options';

type Values = Record<string, number | string | boolean>;

interface CompiledMetric {
  readonly name: string;
  readonly compute: (values: Values) => unknown;
}

export type MetricsOf = (
  record: Pick<TuningRecord, 'configuration' | 'time' | 'measurements'>,
) => Record<string, number>;

/**
 * A function from what was measured to the metrics. It throws `ARGUMENT` for one that is not a number, or has the name
 * of a measurement.
 *
 * @throws HeddleError `ARGUMENT` for an expression that cannot be read, and for a name that means something else
 */
export function metricsOf({ metrics = {}, tune }: Pick<TuneKernelOptions, 'metrics' | 'tune'>): MetricsOf {
  const compiled: CompiledMetric[] = Object.entries(metrics).map(([name, metric]) => {
    if (isReservedName(name)) throw nameError(name, 'results use that name');
    if (Object.hasOwn(tune, name)) throw nameError(name, 'that is a parameter');
    if (typeof metric === 'function') {
      return { name, compute: (values) => callMetric(name, metric as (values: Values) => unknown, values) };
    }
    const expression = compileExpression(metric, { what: 'metric' });
    return { name, compute: (values) => expression.evaluateNumber(values) };
  });
  return ({ configuration, time, measurements }) => {
    const values: Values = { ...configuration, ...numbersAndTexts(measurements), time };
    const result: Record<string, number> = {};
    for (const { name, compute } of compiled) {
      if (Object.hasOwn(measurements, name)) throw nameError(name, `there is a measurement ${name}`);
      const value = compute(values);
      if (typeof value !== 'number') {
        throw argumentError(
          `the metric ${name} is ${String(value)} for ${JSON.stringify(configuration)}; it must be a number`,
          {
            parameter: 'metrics',
          },
        );
      }
      values[name] = result[name] = value;
    }
    return result;
  };
}

function nameError(name: string, reason: string): HeddleError {
  return argumentError(`A metric cannot be named ${name}: ${reason}.`, {
    parameter: 'metrics',
    hint: 'Give it another name: in the results, one would be written over the other.',
  });
}

function callMetric(name: string, metric: (values: Values) => unknown, values: Values): unknown {
  try {
    return metric(values);
  } catch (cause) {
    throw userFailure(`the metric ${name}`, cause, { parameter: 'metrics', values });
  }
}

function numbersAndTexts(measurements: TuningRecord['measurements']): Configuration {
  return Object.fromEntries(
    Object.entries(measurements).filter((entry): entry is [string, number | string] => !Array.isArray(entry[1])),
  );
}

/** The user's metrics: computed in order, from parameters, measurements and the metrics before. */
import { argumentError } from '@heddle/core';
import { compileExpression } from '../expression';
import type { Configuration } from '../space';
import type { TuningRecord } from './record';
import type { TuneKernelOptions } from './tune-options';

type Values = Record<string, number | string | boolean>;

interface CompiledMetric {
  readonly name: string;
  readonly compute: (values: Values) => unknown;
}

export type MetricsOf = (
  record: Pick<TuningRecord, 'configuration' | 'time' | 'measurements'>,
) => Record<string, number>;

/** @throws HeddleError `ARGUMENT` for an expression that cannot be read */
export function metricsOf(metrics: TuneKernelOptions['metrics'] = {}): MetricsOf {
  const compiled: CompiledMetric[] = Object.entries(metrics).map(([name, metric]) => {
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

function callMetric(name: string, metric: (values: Values) => unknown, values: Values): unknown {
  try {
    return metric(values);
  } catch (cause) {
    throw argumentError(`the metric ${name} failed for ${JSON.stringify(values)}: ${String(cause)}`, {
      parameter: 'metrics',
      cause,
    });
  }
}

function numbersAndTexts(measurements: TuningRecord['measurements']): Configuration {
  return Object.fromEntries(
    Object.entries(measurements).filter((entry): entry is [string, number | string] => !Array.isArray(entry[1])),
  );
}

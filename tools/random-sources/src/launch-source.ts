/** Compiles a source, passes values to its kernel by the signature that was read, and compares what the kernel reports. */
import type { Buffer, Device } from '@heddle/core';
import type { LooseArgument, Parameter } from '@heddle/core/backend';
import { ArgumentValues } from './argument-values';
import { outcomeOf, type Outcome } from './outcome';
import { placeSource } from './placed-source';
import { ReceivedValues } from './received-values';
import { kernelName, outputName, outputNumbers } from './report-kernel';
import { scalar } from './shape';
import type { SourceCase } from './source-case';

export async function launchSource(device: Device, source: SourceCase, folder: string): Promise<Outcome> {
  const { text, options } = placeSource(source, folder);
  const output = device.allocate(outputNumbers * Float64Array.BYTES_PER_ELEMENT);
  try {
    const module = await device.compile(text, options);
    const kernel = module.kernel(kernelName);
    const { parameters } = kernel.signature;
    const passed = argumentsFor(parameters, source, output);
    kernel.launch({ grid: 1, block: 1 }, ...passed.values());
    return compare(source, parameters, passed, await output.read(Float64Array));
  } catch (error) {
    return outcomeOf(error);
  } finally {
    output.dispose();
  }
}

/** A value for each parameter by its name, in the order that the signature says. */
function argumentsFor(
  parameters: readonly Parameter[],
  source: SourceCase,
  output: Buffer<undefined>,
): Map<string, LooseArgument> {
  const shapes = new Map(source.parameters.map(({ name, shape }) => [name, shape]));
  const values = new ArgumentValues(output);
  return new Map(
    parameters.map((parameter) => {
      const { name } = parameter;
      const value = name === outputName ? output : values.for(parameter, shapes.get(name) ?? scalar);
      return [name, value as LooseArgument];
    }),
  );
}

function compare(
  source: SourceCase,
  parameters: readonly Parameter[],
  passed: ReadonlyMap<string, LooseArgument>,
  report: Float64Array,
): Outcome {
  const received = new ReceivedValues(report);
  for (const { name, shape } of source.parameters) {
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter) return { kind: 'differs', what: `the signature has no parameter ${name}` };
    const difference = received.difference(shape, parameter, passed.get(name), name);
    if (difference !== undefined) return { kind: 'differs', what: difference };
  }
  // The kernel says how much it has written, so that nothing passes that was not compared.
  const written = report[outputNumbers - 1];
  if (written === received.count) return { kind: 'agrees' };
  return { kind: 'differs', what: `${received.count} numbers were compared, and the kernel wrote ${String(written)}` };
}

/** Streams with work in front of what the cases about the order of streams look at. */
import type { Buffer, Module, Stream } from '@heddle/core';
import type { CaseContext } from '../case-context';
import { casesOf, type CaseDefinition, type ConformanceCase } from '../conformance-case';
import { one, stepped } from './step-kernel';

/** Steps of the work in front: tens of milliseconds, which outlast any delay of the event loop on a busy machine. */
export const many = 20_000_000;
let known: number | undefined;
/** The result of that work. The first case that needs it computes it. */
export const afterMany = (): number => (known ??= stepped(0, 1, many));

/** Makes cases that put such work in front. */
export function busyCasesOf(definitions: readonly CaseDefinition[]): readonly ConformanceCase[] {
  return casesOf(
    'streams',
    definitions.map((definition) => ({ ...definition, keepsBusy: true })),
  );
}

/** Enqueues that work on a stream, or on the default one. It writes the first number of `x`. */
export function work(module: Module, x: Buffer, stream?: Stream): void {
  module.kernel('step').launch(stream ? { ...one, stream } : one, x, 1, many);
}

/** Reads the current first number, without waiting for another stream. */
export async function present(x: Buffer, aside: Stream): Promise<unknown> {
  return [...(await x.read({ stream: aside, length: 1 }))][0];
}

/** Streams and numbers that the cases share, with nothing left to run. */
export async function start({ device, zeros, stream }: CaseContext) {
  const parts = {
    on: stream(),
    aside: stream({ nonBlocking: true }),
    x: zeros('uint32', 1),
    y: zeros('uint32', 1),
    busy: zeros('uint32', 1),
  };
  await device.synchronize();
  return parts;
}

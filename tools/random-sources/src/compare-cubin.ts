/** Compiles a source without launching it, and compares core's layout of the arguments with the cubin's table. */
import { layoutOf, type Compiler, type KernelSignature } from '@heddle/core/backend';
// How core reads a source and asks its compiler, without the device that `device.compile` needs.
import { decideBranches } from '../../../packages/core/src/device/ask-compiler';
import { makeRequest } from '../../../packages/core/src/device/compile-request';
import { completeSignature } from '../../../packages/core/src/device/complete-signature';
import { cubinParameters, type CubinParameter } from './cubin-parameters';
import { outcomeOf, type Outcome } from './outcome';
import { placeSource } from './placed-source';
import { kernelName } from './report-kernel';
import type { SourceCase } from './source-case';

export async function compareCubin(compiler: Compiler, source: SourceCase, folder: string): Promise<Outcome> {
  const { text, options } = placeSource(source, folder);
  try {
    const { language } = source.target;
    const { request, reader } = makeRequest({ backend: 'cuda', compiler }, text, language, options);
    await decideBranches({ compiler, request, language, reader });
    const read = reader.kernels.find(({ name }) => name === kernelName);
    if (!read)
      return { kind: 'differs', what: `no kernel was read but ${reader.kernels.map(({ name }) => name).join()}` };
    const table = cubinParameters((await compiler.compile(request)).bytes, kernelName);
    return table
      ? compare(completeSignature(read, table), table, source)
      : { kind: 'fails', what: 'no parameter table' };
  } catch (error) {
    return outcomeOf(error);
  }
}

function compare(signature: KernelSignature, table: readonly CubinParameter[], source: SourceCase): Outcome {
  const shapes = new Map(source.parameters.map(({ name, shape }) => [name, shape.form]));
  const unseen = signature.parameters.find(({ kind, name }) => kind === 'bytes' && shapes.get(name) !== 'union');
  if (unseen) return { kind: 'asks', what: `${unseen.name}: its type ${unseen.unknown ?? 'is only bytes'}` };
  const { slots } = layoutOf(signature);
  const wrong = table.findIndex(({ offset, byteLength }, i) => {
    const slot = slots[i];
    return slot?.offset !== offset || slot.byteLength !== byteLength;
  });
  if (wrong < 0 && slots.length === table.length) return { kind: 'agrees' };
  return {
    kind: 'differs',
    what: `parameter ${wrong} of ${JSON.stringify({ slots: slots.map(({ offset, byteLength }) => [offset, byteLength]), table })}`,
  };
}

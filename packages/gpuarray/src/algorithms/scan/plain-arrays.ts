/** Scans whose items are an array's elements as they lie, which may be moved without looking at them one by one. */
import { extraNames, type KernelExtra } from '../../kernel-kit/kernel-extra';
import type { ScanSpec } from './scan-spec';

/** The memory extra whose element `i`, as it lies, is item `i`. */
export function extraRead(spec: ScanSpec): KernelExtra | undefined {
  const name = /^\s*(\w+)\s*\[\s*i\s*\]\s*$/.exec(spec.input)?.[1];
  return spec.fetches.some((fetch) => fetch.name === name) ? undefined : itemExtra(spec, name, () => true);
}

/** The memory extra whose element `i` becomes item `i`, where that is all that the output does. */
export function extraWritten(spec: ScanSpec): KernelExtra | undefined {
  const name = /^\s*(\w+)\s*\[\s*i\s*\]\s*=\s*item\s*;?\s*$/.exec(spec.output)?.[1];
  return itemExtra(spec, name, ({ writable }) => writable === true);
}

/** Name of {@link extraRead} in a kernel's body. */
export function arrayRead(spec: ScanSpec): string | undefined {
  return inKernel(extraRead(spec));
}

/** Name of {@link extraWritten} in a kernel's body. */
export function arrayWritten(spec: ScanSpec): string | undefined {
  return inKernel(extraWritten(spec));
}

/** An array with a row of items, as they lie, for each row: where row `heddle_row` begins, as the extras' names say. */
export interface PlainRows {
  readonly array: string;
  /** C expression of the first element's index. */
  readonly begin: string;
}

/** @returns undefined if items are not an array's elements, or rows' elements lie apart */
export function rowsRead(spec: ScanSpec): PlainRows | undefined {
  const [, name, begin] = /^\s*(\w+)\s*\[(.+) \+ i\]\s*$/.exec(spec.input) ?? [];
  if (spec.fetches.some((fetch) => fetch.name === name)) return undefined;
  return plainRows(
    begin,
    itemExtra(spec, name, () => true),
  );
}

/** @returns undefined if the output does anything else, or rows' elements lie apart */
export function rowsWritten(spec: ScanSpec): PlainRows | undefined {
  const [, name, begin] = /^\s*(\w+)\s*\[(.+) \+ i\]\s*=\s*item\s*;?\s*$/.exec(spec.output) ?? [];
  return plainRows(
    begin,
    itemExtra(spec, name, ({ writable }) => writable === true),
  );
}

// An index that has `i` a second time, or another subscript, is not the row's begin and `i`.
function plainRows(begin: string | undefined, extra: KernelExtra | undefined): PlainRows | undefined {
  if (begin === undefined || extra === undefined || /\bi\b|[[\]]/.test(begin)) return undefined;
  return { array: extra.name, begin };
}

function inKernel(extra: KernelExtra | undefined): string | undefined {
  return extra === undefined ? undefined : extraNames([extra])[0];
}

function itemExtra(
  spec: ScanSpec,
  name: string | undefined,
  suits: (extra: KernelExtra) => boolean,
): KernelExtra | undefined {
  const extra = spec.extras.find((one) => one.name === name && one.kind === 'memory' && suits(one));
  return extra?.type === spec.itemType ? extra : undefined;
}

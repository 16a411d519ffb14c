/** From the index of a result and the index of an element to places in memory: statements of portable source. */
import type { ReductionAccess, Stride } from './reduction-access';
import { dataName, offsetName } from '../../kernel-kit/kernel-extra';
import { baseName } from './reduction-functions';
import type { ReductionOperand, ReductionSpec } from './reduction-spec';
import { elementType } from '../../kernel-kit/element-type';

/** Axes by number, 0 outermost. */
const axes = (rank: number): readonly number[] => Array.from({ length: rank }, (_, axis) => axis);

/** Parameters for the operands' memory and strides, then the extents that index arithmetic needs. */
export function operandParameters(spec: ReductionSpec, access: ReductionAccess): readonly string[] {
  const operands = spec.operands.flatMap(({ name }) => [
    `GLOBAL const void* ${dataName(name)}`,
    `INT64 ${offsetName(name)}`,
    ...axes(access.keptRank).map((axis) => `INT64 ${baseName(name)}_k${axis}`),
    ...axes(access.reducedRank).map((axis) => `INT64 ${baseName(name)}_r${axis}`),
  ]);
  return [...operands, ...extents('k', access.keptRank), ...extents('r', access.reducedRank)];
}

/** The extent of the outermost axis is never needed. */
function extents(space: 'k' | 'r', rank: number): readonly string[] {
  return axes(rank)
    .slice(1)
    .map((axis) => `INT64 heddle_extent_${space}${axis}`);
}

/** Typed pointers to the operands' first elements. */
export function operandPointers({ operands }: ReductionSpec): string {
  return operands
    .map(({ name, dtype }) => {
      const { storage } = elementType(dtype);
      return `  GLOBAL const ${storage}* ${baseName(name)} = (GLOBAL const ${storage}*)${dataName(name)} + ${offsetName(name)};`;
    })
    .join('\n');
}

/** Declares `<operand>_o`, the offset of result `o`, for every operand. */
export function keptOffsets(spec: ReductionSpec, access: ReductionAccess, o: string): string {
  return offsets(spec.operands, 'k', access.keptRank, o, '_o', strideOf(access, 'columns'));
}

/** Declares `<operand>_r`, the offset of element `r` of a result. */
export function reducedOffsets(spec: ReductionSpec, access: ReductionAccess, r: string): string {
  return offsets(spec.operands, 'r', access.reducedRank, r, '_r', strideOf(access, 'rows'));
}

/** The stride classes hold for the index in whose direction neighbours lie; the other direction is any. */
function strideOf(access: ReductionAccess, mapping: ReductionAccess['mapping']): (operand: number) => Stride {
  return (operand) => (access.mapping === mapping ? (access.strides[operand] ?? 'any') : 'any');
}

function offsets(
  operands: readonly ReductionOperand[],
  space: 'k' | 'r',
  rank: number,
  index: string,
  suffix: string,
  stride: (operand: number) => Stride,
): string {
  const unique = `heddle_${space}`;
  const coordinates: string[] = [];
  let rest = `(${index})`;
  for (let axis = rank - 1; axis > 0; axis--) {
    const extent = `(INDEX)heddle_extent_${space}${axis}`;
    coordinates.push(`const INDEX ${unique}_q${axis} = ${rest} / ${extent};`);
    coordinates.push(`const INDEX ${unique}_c${axis} = ${rest} - ${unique}_q${axis} * ${extent};`);
    rest = `${unique}_q${axis}`;
  }
  coordinates.push(`const INDEX ${unique}_c0 = ${rest};`);
  const places = operands.map(({ name }, n) => {
    const terms = axes(rank).map((axis) => {
      const coordinate = `${unique}_c${axis}`;
      const kind = axis === rank - 1 ? stride(n) : 'any';
      if (kind === 'unit') return coordinate;
      return kind === 'none' ? '0' : `${coordinate} * (INDEX)${baseName(name)}_${space}${axis}`;
    });
    return `const INDEX ${baseName(name)}${suffix} = ${terms.join(' + ')};`;
  });
  return [...coordinates, ...places].join(' ');
}

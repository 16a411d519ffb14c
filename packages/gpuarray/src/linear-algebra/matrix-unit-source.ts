/** The kernels for matrix units, by who multiplies together. */
import { type LaunchShape, type MatrixUnitVariant, type UnitKind } from './matrix-unit-variant';
import { warpUnitShape, warpUnitSource } from './warp-unit-source';
import { warpgroupUnitShape, warpgroupUnitSource } from './warpgroup-unit-source';

interface UnitKernel {
  readonly shape: (columns: number) => LaunchShape;
  readonly source: (variant: MatrixUnitVariant) => string;
  /** What the compiler has to be told. */
  readonly options: readonly string[];
}

const kernels: Readonly<Record<UnitKind, UnitKernel>> = {
  warp: { shape: warpUnitShape, source: warpUnitSource, options: [] },
  warpgroup: {
    shape: warpgroupUnitShape,
    source: warpgroupUnitSource,
    options: ['--gpu-architecture=sm_90a'],
  },
};

/** How a variant is launched. */
export function matrixUnitShape({ kind, columns }: Pick<MatrixUnitVariant, 'kind' | 'columns'>): LaunchShape {
  return kernels[kind].shape(columns);
}

export function matrixUnitSource(variant: MatrixUnitVariant): string {
  return kernels[variant.kind].source(variant);
}

export function matrixUnitOptions({ kind }: MatrixUnitVariant): readonly string[] {
  return kernels[kind].options;
}

export function matrixUnitKey({ kind, arithmetic, orderA, orderB, columns }: MatrixUnitVariant): string {
  return `matmul/units/${kind}/${arithmetic.dtype}/${orderA}/${orderB}/${columns}`;
}

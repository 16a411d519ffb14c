/** The kernels for matrix units, by who multiplies together. */
import { type LaunchShape, type MatrixUnitVariant, type UnitKind, type UnitTile } from './matrix-unit-variant';
import { warpFloat64Shape, warpFloat64Source } from './warp-float64-source';
import { warpUnitShape, warpUnitSource } from './warp-unit-source';
import { warpgroupUnitShape, warpgroupUnitSource } from './warpgroup-unit-source';

interface UnitKernel {
  readonly shape: (tile: UnitTile) => LaunchShape;
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
  'warp-float64': { shape: warpFloat64Shape, source: warpFloat64Source, options: [] },
};

/** How a variant is launched. */
export function matrixUnitShape({ kind, tile }: Pick<MatrixUnitVariant, 'kind' | 'tile'>): LaunchShape {
  return kernels[kind].shape(tile);
}

export function matrixUnitSource(variant: MatrixUnitVariant): string {
  return kernels[variant.kind].source(variant);
}

export function matrixUnitOptions({ kind }: MatrixUnitVariant): readonly string[] {
  return kernels[kind].options;
}

export function matrixUnitKey({ kind, arithmetic, orderA, orderB, tile }: MatrixUnitVariant): string {
  return `matmul/units/${kind}/${arithmetic.dtype}/${orderA}/${orderB}/${tile.rows}/${tile.columns}`;
}

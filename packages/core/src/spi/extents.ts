/** Shapes in up to three dimensions. */

/** One to three extents, as users write them: `256`, `[16, 16]` or `[16, 16, 4]`. */
export type Extent = number | readonly [x: number, y?: number, z?: number];

/** Exactly three extents, as drivers take them. */
export type Dim3 = readonly [x: number, y: number, z: number];

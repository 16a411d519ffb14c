/**
 * How a block of warps goes through the slices of a tile, in CUDA C++. Asynchronous copies bring the slices of both
 * operands to shared memory, several slices ahead of the one that is multiplied.
 */
import { piecesPerThread, sliceBytes, sliceDepth, type Side } from './matrix-unit-slices';
import type { WarpTile, WarpUnits } from './warp-unit-kernel';

/** Slices on their way that a block does not wait for before it multiplies one. */
export function newestSlices({ stages }: WarpTile): number {
  return stages - 2;
}

function beginSlices(a: Side, b: Side, { stages }: WarpTile): string {
  const bytes = sliceBytes(a, b);
  return `#pragma unroll 1
    for (int slice = 0; slice < ${stages - 1}; ++slice) {
      if (slice < slices) {
        matmul_copy_a(copierA, shared + slice * ${bytes}, slice, 0, ${piecesPerThread(a)});
        matmul_copy_b(copierB, shared + slice * ${bytes} + ${sliceBytes(a)}, slice, 0, ${piecesPerThread(b)});
      }
      matmul_commit();
    }
    matmul_address read = shared, written = shared + ${(stages - 1) * bytes};`;
}

function parts({ partRows, partColumns }: WarpTile, { register }: WarpUnits, buffers = ''): string {
  return `${register} partsA${buffers}[${partRows / 16}][4], partsB${buffers}[${partColumns / 16}][4];`;
}

/** A warp loads what it multiplies: others multiply meanwhile. */
export function multiplySlices(a: Side, b: Side, tile: WarpTile, units: WarpUnits): string {
  const bytes = sliceBytes(a, b);
  // After the barrier, all threads' copies of this slice have arrived, and no thread still reads the slice whose place
  // is written next.
  return `${beginSlices(a, b, tile)}
    #pragma unroll 1
    for (int current = 0; current < slices; ++current) {
      matmul_wait_${newestSlices(tile)}();
      BARRIER();
      const int slice = current + ${tile.stages - 1};
      if (slice < slices) {
        matmul_copy_a(copierA, written, slice, 0, ${piecesPerThread(a)});
        matmul_copy_b(copierB, written + ${sliceBytes(a)}, slice, 0, ${piecesPerThread(b)});
      }
      matmul_commit();
      #pragma unroll
      for (int step = 0; step < ${sliceDepth(a) / units.step}; ++step) {
        ${parts(tile, units)}
        matmul_load_a(partsA, read, laneA, step);
        matmul_load_b(partsB, read + ${sliceBytes(a)}, laneB, step);
        matmul_multiply_parts(sum, ${units.wide === 'a' ? 'partsA, partsB' : 'partsB, partsA'});
      }
      written = read;
      read = read == shared + ${(tile.stages - 1) * bytes} ? shared : read + ${bytes};
    }`;
}

/** A warp loads what it multiplies in the next step while it multiplies this one. */
export function multiplySlicesAhead(a: Side, b: Side, tile: WarpTile, units: WarpUnits): string {
  const { stages } = tile;
  const bytes = sliceBytes(a, b);
  const [piecesA, piecesB] = [piecesPerThread(a), piecesPerThread(b)];
  const steps = sliceDepth(a) / units.step;
  const [wide, narrow] = units.wide === 'a' ? ['partsA', 'partsB'] : ['partsB', 'partsA'];
  // The copies are spread over the steps of a slice. The last step loads the first part of the next slice, so that
  // slice must have arrived by then. After that barrier no thread still reads this slice, whose place is written next.
  return `${beginSlices(a, b, tile)}
    ${parts(tile, units, '[2]')}
    matmul_wait_${newestSlices(tile)}();
    BARRIER();
    matmul_load_a(partsA[0], read, laneA, 0);
    matmul_load_b(partsB[0], read + ${sliceBytes(a)}, laneB, 0);
    #pragma unroll 1
    for (int current = 0; current < slices; ++current) {
      const int slice = current + ${stages - 1};
      const matmul_address after = read == shared + ${(stages - 1) * bytes} ? shared : read + ${bytes};
      #pragma unroll
      for (int step = 0; step < ${steps}; ++step) {
        if (slice < slices) {
          if (step == 0) matmul_copy_a(copierA, written, slice, 0, ${piecesA});
          if (step == 1) matmul_copy_b(copierB, written + ${sliceBytes(a)}, slice, 0, ${piecesB / 2});
          if (step == 2) matmul_copy_b(copierB, written + ${sliceBytes(a)}, slice, ${piecesB / 2}, ${piecesB});
        }
        if (step == ${steps - 2}) matmul_commit();
        if (step == ${steps - 1}) {
          matmul_wait_${newestSlices(tile)}();
          BARRIER();
        }
        const matmul_address from = step == ${steps - 1} ? after : read;
        matmul_load_a(partsA[(step + 1) % 2], from, laneA, (step + 1) % ${steps});
        matmul_load_b(partsB[(step + 1) % 2], from + ${sliceBytes(a)}, laneB, (step + 1) % ${steps});
        matmul_multiply_parts(sum, ${wide}[step % 2], ${narrow}[step % 2]);
      }
      written = read;
      read = after;
    }`;
}

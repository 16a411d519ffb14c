/** What a warp's stretch of a tile in shared memory comes to, each thread's packs side by side. */

/**
 * Statements that leave the stretch's total in `total`, written by the last thread, and in `before` what lies before
 * the thread in the stretch (for the first thread: anything). There must be `own`, the stretch, `lane` and `before`.
 *
 * @param packs - of each thread
 * @param total - C expression of a place in shared memory
 */
export function stretchSum(packs: number, total: string): string {
  return `      const heddle_pack* mine = (const heddle_pack*)own + lane * ${packs};
      heddle_item sum;
      #pragma unroll
      for (int k = 0; k < ${packs}; k++) {
        const heddle_pack pack = mine[k];
        const heddle_item left = heddle_scan(pack.at[0], pack.at[1], 0);
        const heddle_item right = heddle_scan(pack.at[2], pack.at[3], 0);
        const heddle_item four = heddle_scan(left, right, 0);
        sum = k == 0 ? four : heddle_scan(sum, four, 0);
      }
      #pragma unroll
      for (int apart = 1; apart < 32; apart <<= 1) {
        const heddle_item left = heddle_shuffle_up(sum, apart);
        if (lane >= apart) sum = heddle_scan(left, sum, 0);
      }
      if (lane == 31) ${total} = sum;
      before = heddle_shuffle_up(sum, 1);`;
}

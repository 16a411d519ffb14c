import { availableParallelism } from 'node:os';
import { inCompilerTurn } from '@heddle/core/backend';
import * as fc from 'fast-check';

const most = availableParallelism();

/** A program that ends when it is told to. */
class Program {
  begun = false;
  end: () => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      this.begun = true;
      this.end = resolve;
      this.fail = reject;
    });
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('compilers in turn', () => {
  it('run side by side up to the number of processors, in the order in which they came', async () => {
    const programs = Array.from({ length: 3 * most }, () => new Program());
    const ends = programs.map(({ run }) => inCompilerTurn(run));
    for (const [ended, program] of programs.entries()) {
      await settle();
      expect(programs.filter(({ begun }) => begun)).toHaveLength(Math.min(ended + most, programs.length));
      expect(program.begun).toBe(true);
      program.end();
      await ends[ended];
    }
  });

  it('leave their place when they are aborted, and begin nothing', async () => {
    const running = Array.from({ length: most }, () => new Program());
    const ends = running.map(({ run }) => inCompilerTurn(run));
    const [never, next] = [new Program(), new Program()];
    const controller = new AbortController();
    const aborted = inCompilerTurn(never.run, controller.signal);
    const early = inCompilerTurn(never.run, AbortSignal.abort('at once'));
    const waiting = inCompilerTurn(next.run, new AbortController().signal);
    controller.abort('changed my mind');
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED', cause: 'changed my mind' });
    await expect(early).rejects.toMatchObject({ code: 'ABORTED', cause: 'at once' });
    running[0]?.end();
    await settle();
    expect([never.begun, next.begun]).toEqual([false, true]);
    for (const each of [...running, next]) each.end();
    await Promise.all([...ends, waiting]);
  });

  it('give their turns back whatever becomes of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ends', 'fails', 'throws', 'is aborted'), { maxLength: 40 }),
        async (fates) => {
          let [running, highest] = [0, 0];
          const one = async (fate: string): Promise<string> => {
            running += 1;
            highest = Math.max(highest, running);
            await settle();
            running -= 1;
            if (fate === 'fails') throw new Error(fate);
            return fate;
          };
          const refuse = (): never => {
            throw new Error('throws');
          };
          const results = await Promise.allSettled(
            fates.map((fate) => {
              if (fate === 'is aborted') return inCompilerTurn(() => one(fate), AbortSignal.timeout(0));
              return inCompilerTurn(fate === 'throws' ? refuse : () => one(fate));
            }),
          );
          expect(highest).toBeLessThanOrEqual(most);
          for (const [i, result] of results.entries()) {
            const fate = fates[i];
            if (fate === 'ends') expect(result).toEqual({ status: 'fulfilled', value: fate });
            else if (fate === 'is aborted')
              expect(result.status === 'fulfilled' ? 'ABORTED' : (result.reason as { code?: string }).code).toBe(
                'ABORTED',
              );
            else expect(result).toMatchObject({ status: 'rejected', reason: { message: fate } });
          }
          // Every turn is free again.
          const programs = Array.from({ length: most }, () => new Program());
          const ends = programs.map(({ run }) => inCompilerTurn(run));
          await settle();
          expect(programs.every(({ begun }) => begun)).toBe(true);
          for (const program of programs) program.end();
          await Promise.all(ends);
        },
      ),
      { numRuns: 50 },
    );
  });
});

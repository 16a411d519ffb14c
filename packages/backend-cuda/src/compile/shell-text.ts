/**
 * nvcc hands the arguments of its own steps to a shell, inside double quotes. Some characters keep their meaning there,
 * so that an option could run a program of its own: these are refused before nvcc sees them.
 */
import { argumentError } from '@heddle/core/backend';

// A backslash is harmless only as one in front of a quotation mark, the form that nvcc itself would write.
const meaningfulInQuotes = /[`$\n\r]|\\(?!")|\\\\/;

/**
 * @param args - what nvcc is about to be given
 * @throws HeddleError `ARGUMENT` naming the option and the character
 */
export function assertNoShellText(args: readonly string[]): void {
  // On Windows nvcc starts its steps without a shell, and paths are full of backslashes.
  if (process.platform === 'win32') return;
  for (const option of args) {
    const found = meaningfulInQuotes.exec(option);
    if (!found) continue;
    throw argumentError(`nvcc would let a shell read ${JSON.stringify(found[0])} in the option ${option}`, {
      backend: 'cuda',
      hint: 'Write the macro into the source with #define, or use a folder without this character.',
    });
  }
}

/**
 * hipcc puts its arguments together to one line for a shell. It puts a backslash before what a shell would read in most
 * of them, but not in all: file names that end as archives do, architectures, response files and what follows -o pass
 * as they are. An option that a shell would read is refused before hipcc sees it.
 */
import { argumentError } from '@heddle/core/backend';

const plain = /^[-\w=+,.:/%]*$/;
// Written in one argument, these are quoted whole, whatever they hold; but for a line's end, which would be lost.
const quoted = /^-[DUI]/;
const archive = /\.(?:a|lo)$/;

/**
 * @param args - what hipcc is about to be given
 * @throws HeddleError `ARGUMENT` naming the option
 */
export function assertNoShellText(args: readonly string[]): void {
  for (const option of args) {
    if (plain.test(option)) continue;
    // On Windows hipcc quotes nothing.
    const isQuoted = quoted.test(option) && !archive.test(option) && process.platform !== 'win32';
    if (isQuoted && !/[\n\r]/.test(option)) continue;
    throw argumentError(`hipcc would let a shell read the option ${JSON.stringify(option)}`, {
      backend: 'hip',
      hint: 'Give a macro as -DNAME=text or write it into the source with #define, a folder in includeDirs; or compile with hiprtc.',
    });
  }
}

const output = /^(?:-o|--output)(?:=|$)/;

/** Refuses options of a user that name the output. @throws HeddleError `ARGUMENT` */
export function assertNoOutput(options: readonly string[]): void {
  const found = options.find((option) => output.test(option.trim()) || option.startsWith('@'));
  if (found === undefined) return;
  throw argumentError(`the option ${found} is not the caller's to give: Heddle names hipcc's files`, {
    backend: 'hip',
  });
}

/** The arguments of the command line, and its options with values, as its help lists them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @returns {Promise<string[]>} `tune file`, `tune --output` … */
export async function commandLineSettings(program) {
  const help = async (...words) => (await run(process.execPath, [program, ...words, '--help'])).stdout;
  const commands = [...(await help()).matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, command]) => command);
  const found = await Promise.all(
    commands.map(async (command) => {
      const text = await help(command);
      const [, listed = ''] = /^Arguments:\n((?: .*\n)*)/m.exec(text) ?? [];
      const names = [...listed.matchAll(/^ {2}(\w+) {2,}/gm)];
      const options = [...text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+) [<[]/gm)];
      return [...names, ...options].map(([, name]) => `${command} ${name}`);
    }),
  );
  return found.flat();
}

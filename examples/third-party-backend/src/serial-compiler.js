// @ts-check
/** From source to a shared library, with the machine's C compiler. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { HeddleError, isHeddleError } from '@heddle/core';
import { cOptionRules, compileError, inCompilerTurn, layoutOf } from '@heddle/core/backend';
import { dialect } from './dialect.js';

const run = promisify(execFile);

/** @type {Promise<string | undefined> | undefined} */
let asked;

/** The first line that the compiler says of itself; undefined if there is none. */
export function compilerVersion() {
  return (asked ??= run('cc', ['--version']).then(
    ({ stdout }) => stdout.split('\n')[0],
    () => undefined,
  ));
}

/** @typedef {import('@heddle/core/backend').Compiler} Compiler */

/** @implements {Compiler} */
export class SerialCompiler {
  id = 'cc';
  /** @type {readonly import('@heddle/core').SourceLanguage[]} */
  languages = ['c'];
  dialect = dialect;
  /** Core refuses options after which cc would make no code, and makes relative folders absolute. */
  optionRules = cOptionRules;

  async fingerprint() {
    return `serial 1 ${await compilerVersion()}`;
  }

  /** @param {import('@heddle/core/backend').CompileRequest} request */
  async compile(request) {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-serial-'));
    try {
      const fileName = basename(request.fileName);
      const place = request.language === 'c' && request.source === request.userSource ? dialect.preamble : '';
      await writeFile(join(folder, fileName), `${place}${request.source}\n${launchers(request.kernels)}`);
      for (const [name, text] of Object.entries(request.headers)) {
        // Headers come with names like `sub/inner.h`, and never leave the folder.
        const path = join(folder, join('/', name));
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
      }
      const log = await this.#compile(request, folder, fileName);
      const bytes = await readFile(join(folder, 'kernels.so'));
      return { format: 'serial-library', bytes: new Uint8Array(bytes), entryNames: {}, log };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * @param {import('@heddle/core/backend').CompileRequest} request
   * @param {string} folder
   * @param {string} fileName
   */
  async #compile(request, folder, fileName) {
    const args = [
      ...['-x', 'c', '-std=gnu11', '-O2', '-fPIC', '-shared', '-Wl,-Bsymbolic', '-o', 'kernels.so', `-I${folder}`],
      ...Object.entries(request.defines).map(([name, value]) => `-D${name}=${value}`),
      ...request.includeDirs.map((path) => `-I${path}`),
      ...request.options,
      ...[fileName, '-lm'],
    ];
    try {
      // No shell: an option is an option, whatever is in it.
      const options = { cwd: folder, signal: request.signal, maxBuffer: 2 ** 26 };
      return (await inCompilerTurn(() => run('cc', args, options), request.signal)).stderr;
    } catch (error) {
      if (isHeddleError(error)) throw error;
      const { name, stderr } = /** @type {Error & { stderr?: string }} */ (error);
      if (name === 'AbortError') throw new HeddleError('ABORTED', 'the compilation was aborted', { cause: error });
      throw compileError({
        backend: 'serial',
        compiler: 'cc',
        log: stderr || String(error),
        source: request.userSource,
        fileName,
        texts: request.headers,
        cause: error,
      });
    }
  }
}

/** @type {Readonly<Record<string, string>>} */
const scalarTypes = {
  bool: '_Bool',
  int8: 'signed char',
  uint8: 'unsigned char',
  int16: 'short',
  uint16: 'unsigned short',
  int32: 'int',
  uint32: 'unsigned',
  int64: 'long long',
  uint64: 'unsigned long long',
  float32: 'float',
  float64: 'double',
};

/**
 * For each kernel a function that takes its arguments out of the record and calls it for every thread of the grid.
 *
 * @param {readonly import('@heddle/core/backend').KernelSignature[]} kernels
 */
function launchers(kernels) {
  return kernels
    .map((kernel) => {
      const args = layoutOf(kernel).slots.map(({ parameter, offset }) => {
        const type =
          parameter.kind === 'pointer'
            ? 'void*'
            : (parameter.kind === 'scalar' && scalarTypes[parameter.dtype ?? '']) || parameter.type;
        return `*(${type}*)(record + ${offset})`;
      });
      return `
void serial_launch_${kernel.name}(const unsigned char* record, unsigned* launch) {
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  serial_place* at = &serial_at;
  for (int axis = 0; axis < 3; axis++) { at->grid_size[axis] = launch[axis]; at->block_size[axis] = launch[3 + axis]; }
  for (at->block[2] = 0; at->block[2] < launch[2]; at->block[2]++)
  for (at->block[1] = 0; at->block[1] < launch[1]; at->block[1]++)
  for (at->block[0] = 0; at->block[0] < launch[0]; at->block[0]++)
  for (at->thread[2] = 0; at->thread[2] < launch[5]; at->thread[2]++)
  for (at->thread[1] = 0; at->thread[1] < launch[4]; at->thread[1]++)
  for (at->thread[0] = 0; at->thread[0] < launch[3]; at->thread[0]++)
    ${kernel.name}(${args.join(', ')});
  clock_gettime(CLOCK_MONOTONIC, &to);
  *(double*)(launch + 8) = (to.tv_sec - from.tv_sec) * 1e3 + (to.tv_nsec - from.tv_nsec) * 1e-6;
  __atomic_store_n(&launch[6], 1, __ATOMIC_RELEASE);
}`;
    })
    .join('\n')
    .replace(/^/, '#line 1 "launchers"\n#include <time.h>\n');
}

/** Signatures are read with the headers that g++ finds through the environment. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetVariables, setVariable } from '../../../tools/backend-tests/src/environment-variable';
import { openHost, type OpenHost } from './open-host';

const source =
  '#include <number.h>\nextern "C" __global__ void k(int* o, number x, PAIR(int, y, z)) { *o = x * 2 + y - z; }';

let host: OpenHost;
let folders: string[];

beforeEach(async () => {
  host = await openHost();
  folders = [];
});

afterEach(async () => {
  await host.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folderWith(type: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-number-'));
  folders.push(folder);
  writeFileSync(join(folder, 'number.h'), `typedef ${type} number;\n#define PAIR(T, a, b) T a, T b\n`);
  return folder;
}

async function withVariables<T>(variables: Readonly<Record<string, string>>, run: () => Promise<T>): Promise<T> {
  for (const [name, value] of Object.entries(variables)) setVariable(name, value);
  try {
    return await run();
  } finally {
    resetVariables();
  }
}

async function resultWith(variables: Readonly<Record<string, string>>, options: readonly string[] = []) {
  const { device } = host;
  return withVariables(variables, async () => {
    const module = await device.compile(source, { options });
    const kernel = module.kernel('k');
    using out = device.zeros('int32', 1);
    kernel.launch({ grid: 1, block: 1 }, out, 2.5, 7, 3);
    return [kernel.signature.parameters[1]?.dtype, (await out.read())[0]];
  });
}

it.each(['CPATH', 'CPLUS_INCLUDE_PATH'])('through %s', async (name) => {
  await expect(resultWith({ [name]: folderWith('float') })).resolves.toEqual(['float32', 9]);
  await expect(resultWith({ [name]: folderWith('double') })).resolves.toEqual(['float64', 9]);
});

it('after the folders of -I and, for CPLUS_INCLUDE_PATH, of -isystem', async () => {
  const [float, double, half] = [folderWith('float'), folderWith('double'), folderWith('long long')];
  await expect(resultWith({ CPATH: double }, [`-I${float}`])).resolves.toEqual(['float32', 9]);
  await expect(resultWith({ CPATH: double }, ['-isystem', half])).resolves.toEqual(['float64', 9]);
  await expect(resultWith({ CPLUS_INCLUDE_PATH: double }, ['-isystem', float])).resolves.toEqual(['float32', 9]);
});

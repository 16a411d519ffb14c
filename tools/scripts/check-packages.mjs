/**
 * `npm run check:packages`: builds and packs what is published, then does with the tarballs what a stranger does:
 * installs them into an empty folder without scripts and runs them, as ES module and as CommonJS, on this Node and
 * on Node 24, and compiles against their types.
 *
 * `-- core native` checks these packages alone; the programs need core and backend-host among them.
 * `-- --node24-tests` also runs all of jest on Node 24; `-- --keep` leaves the tarballs in build/tarballs, for
 * publishing what was checked.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildEmulator } from '../emulator/src/build.mjs';
import { node24 } from '../packages/node-24.mjs';
import { otherCharacters } from '../packages/check-encoding.mjs';
import { manifestProblems } from '../packages/check-manifest.mjs';
import { packPackages } from '../packages/pack.mjs';
import { publishedPackages } from '../packages/published-packages.mjs';
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { runJest } from '../report/jest-run.mjs';
import { twoAtATime } from '../report/two-at-a-time.mjs';
import { buildNativeAddon } from '../setup/native-addon.mjs';
import { installNodeModules } from '../setup/node-modules.mjs';
import { emptyOwnFolder } from '../setup/own-folder.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { root } from '../setup/set-up.mjs';

const total = noCounts();
const scratch = mkdtempSync(join(tmpdir(), 'heddle-packages-'));
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const packages = publishedPackages(root).filter(({ folder }) => !chosen.length || chosen.includes(basename(folder)));
const keep = process.argv.includes('--keep');
const tarballFolder = keep ? join(root, 'build/tarballs') : join(scratch, 'tarballs');
const tool = (path) => join(root, 'node_modules', path);
// An application of its own must not see this run's settings.
const env = { ...process.env, HEDDLE_BACKEND: '', HEDDLE_REQUIRE: '' };

try {
  if (keep) emptyOwnFolder(tarballFolder);
  await installNodeModules(root);
  await buildNativeAddon(root);
  if (
    await step('build', [
      tool('nx/dist/bin/nx.js'),
      'run-many',
      '-t',
      'build',
      '-p',
      ...packages.map(({ name }) => name),
    ])
  )
    await checkTarballs();
} catch (error) {
  report('FAILED', error.message);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

async function checkTarballs() {
  const packed = await packPackages(root, packages, tarballFolder);
  await twoAtATime(packed.map((one) => () => checkTarball(one)));
  const application = join(scratch, 'application');
  const tarballs = packed.map(({ tarball }) => tarball);
  if (!(await install(application, tarballs))) return;
  const others = otherCharacters(join(application, 'node_modules/@heddle'));
  report(others.length > 0 ? 'FAILED' : 'passed', 'modules of ASCII characters', others.join('\n'));
  await twoAtATime([() => runThirdParty(tarballs), () => compileTypes(application), () => runPrograms(application)]);
  if (process.argv.includes('--node24-tests')) await testOnNode24();
}

async function checkTarball({ name, tarball }) {
  const problems = await manifestProblems(tarball);
  report(problems.length > 0 ? 'FAILED' : 'passed', `manifest of ${name}`, problems.join('\n'));
  if (name.startsWith('@heddle/native-')) return;
  await step(`publint ${name}`, [tool('publint/src/cli.js'), 'run', tarball, '--strict']);
  await step(`attw ${name}`, [
    tool('@arethetypeswrong/cli/dist/index.js'),
    tarball,
    '--no-emoji',
    // Node before 12 knew no exports map; nobody here runs it.
    '--profile',
    'node16',
    '--format',
    'table-flipped',
  ]);
}

async function install(folder, tarballs) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "application", "private": true }\n');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent', ...tarballs];
  return npmInstall('install into an empty folder', args, folder);
}

async function runPrograms(application) {
  const programs = ['run-kernel.mjs', 'run-kernel.cjs'];
  const ownClasses = ['one-core.mjs', 'one-core.cjs'];
  for (const program of [...programs, ...ownClasses, 'one-core-checks.cjs'])
    copyFileSync(join(root, 'tools/packages/smoke', program), join(application, program));
  const newer = await node24();
  if (!newer) report('skipped', 'Node 24: there is none here, and none could be fetched');
  // NVIDIA's backends on the emulated driver and compilers: no GPU is needed to see that what is published works.
  const emulator = await buildEmulator();
  if (!emulator) report('skipped', 'the backends for NVIDIA: the emulator cannot be built here');
  const installed = (name) => existsSync(join(application, 'node_modules/@heddle', `backend-${name}`));
  const backends = ['host', ...(emulator ? ['nvrtc', 'cuda'] : [])].filter(installed);
  const environment = emulator && {
    ...env,
    HEDDLE_CUDA_LIBRARY: emulator.driver,
    HEDDLE_NVRTC_LIBRARY: emulator.nvrtc,
    HEDDLE_NVCC: emulator.nvcc,
  };
  for (const node of [process.execPath, newer].filter(Boolean)) {
    const { output: version } = await runProcess(node, ['--version'], { quiet: true });
    for (const program of ownClasses)
      await command(`${program} on Node ${version.trim()}`, node, [program], application);
    for (const backend of backends)
      for (const program of programs) {
        const name = `${program} ${backend} on Node ${version.trim()}`;
        await command(name, node, [program, backend], application, environment);
      }
  }
}

async function compileTypes(application) {
  const source = join(root, 'tools/packages/smoke/consume.ts');
  for (const ending of ['ts', 'mts', 'cts']) copyFileSync(source, join(application, `consume.${ending}`));
  // Not for CommonJS: koffi's one declaration file, which simt-driver's reach, is an ES module's there too.
  for (const ending of ['ts', 'mts']) writeFileSync(join(application, `every-entry.${ending}`), importsOfEveryEntry());
  for (const [module, moduleResolution, files] of [
    ['node16', 'node16', ['consume.mts', 'consume.cts', 'every-entry.mts']],
    ['esnext', 'bundler', ['consume.ts', 'every-entry.ts']],
  ]) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      strict: true,
      noEmit: true,
      // Our own declarations are what is checked here; they bring what they need along, Node's types or not.
      skipLibCheck: false,
      types: [],
    };
    const config = join(application, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    await step(`types under moduleResolution ${moduleResolution}`, [tool('typescript/bin/tsc'), '-p', config]);
  }
}

function importsOfEveryEntry() {
  const entries = packages.flatMap(({ name, manifest }) =>
    Object.entries(manifest.exports)
      .filter(([, entry]) => entry.import?.types !== undefined)
      .map(([path]) => `${name}${path.slice(1)}`),
  );
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';`);
  return `${imports.join('\n')}\nexport { ${entries.map((_, index) => `entry${index}`).join(', ')} };\n`;
}

// examples/third-party-backend stands for a backend that is not part of this repository.
async function runThirdParty(tarballs) {
  const example = join(root, 'examples/third-party-backend');
  if (!existsSync(join(example, 'package.json'))) return;
  const folder = join(scratch, 'third-party-backend');
  cpSync(example, folder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  if (!(await npmInstall('install into examples/third-party-backend', [...args, ...tarballs], folder))) return;
  await command('test of examples/third-party-backend', 'npm', ['test', '--silent'], folder);
}

async function testOnNode24() {
  const node = await node24();
  if (!node) return report('skipped', 'tests on Node 24');
  const { counts } = await runJest(root, ['--maxWorkers=2', '--silent'], { node });
  report(counts.failed > 0 ? 'FAILED' : 'passed', `jest on Node 24: ${countsLine(counts)}`);
}

function step(name, args) {
  return command(name, process.execPath, args, root);
}

function npmInstall(name, args, cwd) {
  return command(name, 'npm', args, cwd, env, true);
}

async function command(name, program, args, cwd, environment = env, connects = false) {
  const { code, output } = await runProcess(program, args, {
    cwd,
    env: environment,
    quiet: true,
    timeoutMs: 300_000,
    connects,
  });
  report(code === 0 ? 'passed' : 'FAILED', name, code === 0 ? '' : output.trimEnd());
  return code === 0;
}

function report(outcome, name, detail = '') {
  addCounts(total, { [outcome.toLowerCase()]: 1 });
  console.log(`${outcome.padEnd(8)} ${name}`);
  if (detail) console.log(detail.replace(/^/gm, '  '));
}

/**
 * Uses settings whose paths are strangers', one after the other, and tells the parent process what became of them. The
 * parent sees a setting that hangs by the message that does not come.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differences, plant, stateOf, strangerKinds } from './strangers.mjs';

const [, , table, ...names] = process.argv;
const { settings } = await import(table);

/** The ways in which strangers are where a setting points. */
function* situations({ role, inTheWay = [] }) {
  if (/folder|output/.test(role)) yield { what: 'beside strangers', beside: strangerKinds };
  for (const kind of strangerKinds) {
    for (const name of inTheWay) yield { what: `${name} is a ${kind}`, kind, name };
    // A file that the user names as output is replaced; what is read from a pipe is waited for.
    const unlikely = { output: /file|nothing|pipe/, input: /pipe/, 'working folder': /./ }[role];
    if (!unlikely?.test(kind)) yield { what: `it is a ${kind}`, kind };
  }
}

for (const name of names) {
  const setting = settings[name];
  for (const situation of situations(setting)) {
    process.send({ begins: `${name}, where ${situation.what}` });
    process.send({ setting: name, ...situation, ...(await tryOne(setting, situation)) });
  }
}
process.disconnect();
process.exit(0);

async function tryOne({ role, run, ending = '' }, { kind, name, beside = [] }) {
  const home = mkdtempSync(join(tmpdir(), 'heddle-settings-'));
  try {
    const folder = join(home, 'named');
    mkdirSync(folder);
    for (const each of beside) plant(home, join(folder, each.replaceAll(' ', '-')), each);
    if (name !== undefined) plant(home, join(folder, name), kind);
    const inFolder = name !== undefined || beside.length > 0;
    const path = inFolder
      ? role.endsWith('folder')
        ? folder
        : join(folder, `new${ending}`)
      : join(folder, `it${ending}`);
    if (!inFolder) plant(home, path, kind);
    const before = stateOf(home);
    const outcome = await outcomeOf(() => run(path));
    return { path, outcome, ...differences(before, stateOf(home), folder) };
  } finally {
    rmSync(home, { recursive: true });
  }
}

async function outcomeOf(action) {
  try {
    return { text: String((await action()) ?? '') };
  } catch (error) {
    return { error: String(error?.code ?? error?.name), text: String(error?.message ?? error) };
  }
}

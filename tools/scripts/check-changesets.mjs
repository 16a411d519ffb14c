/**
 * `npm run check:changesets`: a change to a published package's sources comes with a changeset that names the package,
 * and each commit has a subject as CONTRIBUTING.md asks for.
 *
 * Compared with HEDDLE_CHANGESET_BASE, else the branch point from origin/main, else the last commit that touched
 * .changeset. If there is none of these, as in a first import, there is nothing to compare with.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { subjectProblem } from '../packages/commit-subjects.mjs';
import { publishedPackages } from '../packages/published-packages.mjs';
import { countsLine } from '../report/counts.mjs';
import { filesMatching } from '../report/files-matching.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { root } from '../setup/set-up.mjs';

const base = await comparisonBase();
if (!base) {
  console.log('skipped  changesets: there is no earlier commit to compare with');
  console.log(countsLine({ passed: 0, failed: 0, skipped: 1 }));
} else {
  await check(base);
}

async function check(base) {
  const changed = await changedFiles(base);
  const announced = announcedPackages();
  const missing = publishedPackages(root)
    .map(({ name, folder }) => ({ name, folder: `packages/${basename(folder)}` }))
    .filter(({ folder }) => changed.some((path) => path.startsWith(`${folder}/src/`)))
    // A release turns changesets into changelog entries.
    .filter(({ name, folder }) => !announced.has(name) && !changed.includes(`${folder}/CHANGELOG.md`))
    .map(({ name }) => name);
  for (const name of missing) console.log(`FAILED   ${name} changed since ${base} without a changeset: npx changeset`);
  const subjects = await wrongSubjects(base);
  for (const line of subjects) console.log(`FAILED   ${line}`);
  const passed = [missing, subjects].filter((problems) => problems.length === 0).length;
  const failed = missing.length + subjects.length;
  console.log(countsLine({ passed, failed, skipped: 0 }));
  process.exitCode = failed > 0 ? 1 : 0;
}

async function wrongSubjects(base) {
  const commits = (await git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`)) ?? '';
  return commits.split('\n').flatMap((line) => {
    const [commit, ...words] = line.split(' ');
    const problem = words.length > 0 ? subjectProblem(words.join(' ')) : undefined;
    return problem ? [`the subject of ${commit} ${problem}: ${words.join(' ')}`] : [];
  });
}

async function comparisonBase() {
  if (process.env.HEDDLE_CHANGESET_BASE) return process.env.HEDDLE_CHANGESET_BASE;
  const [head, branchPoint] = [await git('rev-parse', 'HEAD'), await git('merge-base', 'HEAD', 'origin/main')];
  if (branchPoint && branchPoint !== head) return branchPoint;
  const commits = (await git('log', '-n', '1', '--format=%H %P', '--', '.changeset')) ?? '';
  const [last, parent] = commits.split(' ');
  return parent ? last : undefined;
}

async function changedFiles(base) {
  const tracked = (await git('diff', '--name-only', base, '--', 'packages')) ?? '';
  const untracked = (await git('ls-files', '--others', '--exclude-standard', '--', 'packages')) ?? '';
  return `${tracked}\n${untracked}`.split('\n').filter(Boolean);
}

function announcedPackages() {
  const files = filesMatching(root, ['.changeset'], /\.md$/);
  const frontMatter = files.map((path) => readFileSync(join(root, path), 'utf8').split(/^---$/m)[1] ?? '');
  return new Set(
    frontMatter.flatMap((text) => [...text.matchAll(/^['"]?(@heddle\/[\w-]+)['"]?\s*:/gm)].map(([, name]) => name)),
  );
}

async function git(...args) {
  const { code, output } = await runProcess('git', args, { cwd: root, quiet: true });
  return code === 0 ? output.trim() || undefined : undefined;
}

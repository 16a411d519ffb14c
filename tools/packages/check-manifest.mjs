/** What every tarball must be, beyond what publint and attw look at. */
import { runProcess } from '../setup/run-process.mjs';

// npm 12 blocks these, and a library that needs none is easier to trust.
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'];

/**
 * @param {string} tarball
 * @returns {Promise<string[]>} what is wrong with it
 */
export async function manifestProblems(tarball) {
  const { output: list } = await runProcess('tar', ['-tzf', tarball], { quiet: true });
  const files = list.trim().split('\n');
  const { output: text } = await runProcess('tar', ['-xzOf', tarball, 'package/package.json'], { quiet: true });
  const manifest = JSON.parse(text);

  const problems = [];
  for (const script of installScripts.filter((name) => manifest.scripts?.[name])) {
    problems.push(`has the script '${script}', which runs when it is installed`);
  }
  for (const file of files.filter((path) => path.endsWith('binding.gyp'))) {
    problems.push(`holds ${file}, which makes npm build it`);
  }
  for (const file of ['LICENSE', 'README.md'].filter((name) => !files.includes(`package/${name}`))) {
    problems.push(`holds no ${file}`);
  }
  if (manifest.license !== 'MIT') problems.push(`has the licence ${manifest.license}`);
  if (!manifest.engines?.node) problems.push('does not say which Node it needs');
  if (manifest.dependencies?.['@heddle/core']) {
    problems.push('has @heddle/core as a dependency; a second copy of core would hold other classes: make it a peer');
  }
  const local = Object.entries({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  });
  for (const [name, range] of local.filter(([, each]) => /^(file|link|workspace):|^\*$/.test(each))) {
    problems.push(`depends on ${name}@${range}, which means nothing outside this repository`);
  }
  return problems;
}

/**
 * Tells nx what the projects are and what can be done with each: every folder of packages/ and tools/, and the
 * examples. A project gets a target if it has files for it. What a target depends on is in nx.json.
 */
import { basename, dirname } from 'node:path';
import { usedByTests } from './used-by-tests.mjs';

const places = '{packages/*,tools/*,examples}/**/*.{ts,mjs}';

// As in tsconfig.json.
const typescript = /^(?:examples|[^/]+\/[^/]+\/(?:src|test|bench))\/.*\.ts$/;

/** The commands, and the files that call for them. nx runs the commands in the repository's root. */
const targets = {
  lint: { files: typescript, command: 'eslint {projectRoot}' },
  check: { files: typescript, command: 'node tools/scripts/check-types.mjs {projectRoot}' },
  test: {
    files: /\.(?:test\.ts|test\.mjs|rocm-test\.ts)$/,
    command: 'node tools/scripts/test-project.mjs {projectRoot}',
  },
  bench: { files: /\/bench\/[^/]+\.bench\.ts$/, command: 'node tools/scripts/bench.mjs {projectRoot}/' },
};

/** @type {import('nx/src/project-graph/plugins/public-api').CreateNodes} */
export const createNodes = [
  places,
  (paths) => {
    const folders = new Set(paths.map((path) => /^(?:examples|[^/]+\/[^/]+)/.exec(path)[0]));
    return [...folders].map((folder) => {
      const files = paths.filter((path) => path.startsWith(`${folder}/`));
      return [files[0], { projects: { [folder]: project(folder, files) } }];
    });
  },
];

/** The name of the project in a folder. @param {string} folder - from the repository's root */
export function projectName(folder) {
  const scopes = { packages: '@heddle/', tools: '@heddle-tools/' };
  return `${scopes[dirname(folder)] ?? ''}${basename(folder)}`;
}

function project(folder, files) {
  const { projects = [], files: others = [] } = usedByTests[folder] ?? {};
  const has = (pattern) => files.some((path) => pattern.test(path) && !path.includes('/generated/'));
  return {
    name: projectName(folder),
    tags: [folder.split('/')[0]],
    implicitDependencies: projects.map(projectName),
    namedInputs: {
      usedByOthers: usedByOthers(folder),
      usedByTests: others.map((path) => `{workspaceRoot}/${path}`),
    },
    targets: Object.fromEntries(
      Object.entries(targets).flatMap(([name, { files: pattern, command }]) =>
        has(pattern) ? [[name, { command }]] : [],
      ),
    ),
  };
}

// Tests and benchmarks of a package are its own; of tools, tests of others import them too.
function usedByOthers(folder) {
  const own = folder.startsWith('packages/') ? ['test/**/*', 'bench/**/*', '*.md'] : ['**/*.test.{ts,mjs}', '*.md'];
  return ['{projectRoot}/**/*', ...own.map((pattern) => `!{projectRoot}/${pattern}`)];
}

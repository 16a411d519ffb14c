/**
 * `node tools/scripts/check-types.mjs <folder>`: the types of one project, as nx's target `check` does it. Of the
 * packages that it imports only what it uses is looked at.
 */
import { join, sep } from 'node:path';
import ts from 'typescript';
import { root } from '../setup/set-up.mjs';

const folder = join(root, process.argv[2]) + sep;
const host = {
  ...ts.sys,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
  onUnRecoverableConfigFileDiagnostic: (each) => fail([each]),
};
// The report page has a configuration of its own, because it runs in a browser.
const configurations = [join(root, 'tsconfig.json'), join(folder, 'page/tsconfig.json')].filter(ts.sys.fileExists);
fail(configurations.flatMap(problems));

/** @param {string} path - of the configuration */
function problems(path) {
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(path, { incremental: false }, host);
  const ours = fileNames.filter((name) => name.startsWith(folder));
  const program = ts.createProgram(ours, { ...options, tsBuildInfoFile: undefined });
  const sources = ours.map((name) => program.getSourceFile(name));
  return [
    ...errors,
    ...program.getGlobalDiagnostics(),
    ...sources.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
}

function fail(diagnostics) {
  process.stderr.write(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
  if (diagnostics.length > 0) process.exitCode = 1;
}

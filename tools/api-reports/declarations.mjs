/** What the entry points of packages declare, as their users' compilers see it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {{ name: string, folder: string, manifest: Record<string, any> }} Package
 * @typedef {{ name: string, folder: string, file: string, source: string }} EntryPoint
 *   `name` as it is imported, `folder` of its package, `file` of its report, `source` of its module
 */

/**
 * The entry points of packages whose sources are in `src/index.ts` and `src/<entry>/index.ts`.
 *
 * @param {readonly Package[]} packages
 * @returns {EntryPoint[]}
 */
export function entryPoints(packages) {
  return packages.flatMap(({ name, folder, manifest }) =>
    Object.keys(manifest.exports)
      .map((subpath) => ({
        name: join(name, subpath),
        folder,
        file: join(folder, 'api', `${subpath.slice(2) || 'index'}.api.md`),
        source: join(folder, 'src', subpath, 'index.ts'),
      }))
      .filter(({ source }) => existsSync(source)),
  );
}

/**
 * A program of declarations alone, made of the sources. Members that are `@internal` are not in it.
 *
 * @param {string} root - has the `tsconfig.json`
 * @param {readonly string[]} sources
 */
export function declarationProgram(root, sources) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: sources, include: [] }, ts.sys, root);
  const emitted = new Map();
  const written = ts.createProgram(sources, {
    ...options,
    ...{ noEmit: false, incremental: false, tsBuildInfoFile: undefined },
    // `npm run check` checks the types; here they are only written down.
    ...{ declaration: true, emitDeclarationOnly: true, stripInternal: true, noCheck: true },
  });
  written.emit(undefined, (path, text) => emitted.set(path, text));

  const host = ts.createCompilerHost(options);
  const isHidden = (path) => emitted.has(path.replace(/(?<!\.d)\.ts$/, '.d.ts')) && !emitted.has(path);
  const fileExists = (path) => emitted.has(path) || (!isHidden(path) && ts.sys.fileExists(path));
  const readFile = (path) => emitted.get(path) ?? ts.sys.readFile(path);
  const getSourceFile = (path, language) => {
    const text = readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, language, true);
  };
  const paths = Object.fromEntries(
    Object.entries(options.paths ?? {}).map(([name, places]) => [
      name,
      places.map((place) => place.replace(/\.ts$/, '.d.ts')),
    ]),
  );
  return ts.createProgram(
    sources.map((path) => path.replace(/\.ts$/, '.d.ts')),
    { ...options, paths, noEmit: true, incremental: false, tsBuildInfoFile: undefined },
    { ...host, fileExists, readFile, getSourceFile },
  );
}

/**
 * The declarations of an entry point by the exported name, in alphabetical order.
 *
 * @param {ts.Program} program - of {@link declarationProgram}
 * @param {EntryPoint} entry
 * @returns {Map<string, string>}
 */
export function declarationsOf(program, { source, folder }) {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(source.replace(/\.ts$/, '.d.ts'));
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
  const real = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  return new Map(
    symbols
      .map((symbol) => [symbol.name, describe(symbol.name, real(symbol), folder)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

function describe(name, symbol, folder) {
  const declarations = symbol.declarations ?? [];
  const own = declarations.filter((each) => !relative(folder, each.getSourceFile().fileName).startsWith('..'));
  if (own.length === 0) return `export { ${name} } from ${JSON.stringify(packageOf(declarations[0]))};`;
  const text = own.map(print).join('\n');
  return symbol.name === name || symbol.name === 'default' ? text : `${text}\nexport { ${symbol.name} as ${name} };`;
}

function print(declaration) {
  // A variable's own node is its name and type; its statement says `const`.
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  if (ts.isSourceFile(node)) return `// the whole module`;
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .split('\n')
    .filter((line) => !/^ +(#private|(static )?private .*);$/.test(line))
    .join('\n')
    .replace(/^export /, '');
}

function packageOf(declaration) {
  let folder = declaration?.getSourceFile().fileName ?? '';
  while (folder.includes('/') && !existsSync(join(folder, 'package.json'))) folder = folder.replace(/\/[^/]*$/, '');
  return folder ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name : 'unknown';
}

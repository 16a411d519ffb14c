/** The type checker on texts that tests make. They import as if they lay in this folder. */
import { join } from 'node:path';
import ts from 'typescript';

/** What `tsc` finds wrong with a text, as the lines concerned. */
export function complaints(text: string): string[] {
  const fileName = join(__dirname, 'generated.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => name === fileName || fileExists.call(host, name);
  host.readFile = (name) => (name === fileName ? text : readFile.call(host, name));
  host.getSourceFile = (name, target) =>
    name === fileName ? ts.createSourceFile(name, text, target) : getSourceFile.call(host, name, target);
  const program = ts.createProgram([fileName], options, host);
  const file = program.getSourceFile(fileName);
  const lines = text.split('\n');
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) => {
    const line = file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    return `${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}\n${lines[line]}`;
  });
}

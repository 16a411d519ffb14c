/** Every option and parameter of the packages that is text and called like a path: what it is, and how it is used. */
import { loadz, savez, arrayFrom, load, save } from '@heddle/gpuarray';
import { writeReport } from '@heddle/cli';
import { reportConformance } from '@heddle/conformance';
import { ArtifactCache, openDevice } from '@heddle/core';
import {
  artifactKey,
  assertNotOthers,
  firstOwnPath,
  occupantOf,
  placeOfFile,
  readCarefully,
  readUserFile,
  readUserText,
  removeOwnFile,
  runCompiler,
  writeFileWhole,
  writeFileWholeSync,
} from '@heddle/core/backend';
import { loadFirst, locateProgram } from '@heddle/simt-driver';
import {
  createDeviceTargets,
  readCacheFile,
  readResultsFile,
  readT1File,
  readT4File,
  readTuningFile,
  storeResults,
  t4OfRecords,
  tuneCache,
  tuneKernel,
  writeCacheFile,
  writeT4File,
} from '@heddle/tuner';
import { cacheFile, resultsFile } from './inputs.mjs';

// Opened when it is first used: the test reads this table, too.
let opened;
const host = () => (opened ??= openDevice('host'));
const bytes = new TextEncoder().encode('0123456789');
const details = { parameter: 'path' };
const isNew = /\/new(\.np[yz])?$/;

const reads = (run) => ({ role: 'input', run });
const looks = (run) => ({ role: 'place', run });
const writes = (run) => ({ role: 'output', own: isNew, run });

const conformance = {
  backend: 'host',
  backendVersion: '',
  node: process.version,
  platform: process.platform,
  date: '',
  seed: 1,
  results: [],
};

const tuning = {
  kernel: 'k',
  source: '__global__ void k(float* x) { x[0] = n; }',
  problemSize: 1,
  arguments: [new Float32Array(1)],
  tune: { block_size_x: [1], n: [1, 2] },
  iterations: 1,
  device: 'host',
  isolation: 'none',
  benchmark: { warmupMilliseconds: 0 },
};

async function useCache(folder) {
  const cache = new ArtifactCache({ folder });
  await cache.getOrCompile('0123456789abcdef'.repeat(4), async () => ({
    metadata: { format: 'ptx', entryNames: {}, log: '' },
    bytes,
  }));
  await cache.usage();
  await cache.clear();
}

const kernel = '__global__ void k(float* x) { x[0] = 1; }';
const request = { compiler: 'c++', fingerprint: '', architecture: '' };
const includes = ['it', 'file', 'folder', 'pipe', 'device', 'link-to-nothing'].map((name) => `#include "${name}"\n`);
const withIncludes = (options) => artifactKey({ ...request, source: includes.join(''), ...options });

/** Those that name a path which users choose. */
export const settings = {
  'ArtifactCacheOptions.folder': {
    role: 'folder',
    own: /\/heddle-cache-v2(\/|$)/,
    inTheWay: ['heddle-cache-v2', 'locks', 'temporary', 'usage', 'CACHEDIR.TAG'],
    run: useCache,
  },
  'ArtifactRequest.includeDirs': { role: 'folder', run: (path) => withIncludes({ includeDirs: [path] }) },
  'ArtifactRequest.sourceFolder': { role: 'folder', run: (path) => withIncludes({ sourceFolder: path }) },
  'CompileOptions.includeDirs': {
    role: 'folder',
    run: async (path) => void (await (await host()).compile(kernel, { includeDirs: [path] })),
  },
  'ReportOptions.folder': {
    role: 'folder',
    inTheWay: ['host.json', 'host.md'],
    own: /\/host\.(json|md)$/,
    run: (folder) => reportConformance(conformance, { folder }).then(() => ''),
  },
  'RunCompilerOptions.folder': {
    role: 'folder',
    run: (folder) => runCompiler(process.execPath, ['--version'], { folder, backend: 'host' }).then(() => ''),
  },
  'TuneKernelOptions.cache': {
    role: 'output',
    inTheWay: ['new.journal', 'new.lock', 'new.damaged', 'new.01234567-89ab-cdef-0123-456789abcdef.part'],
    own: isNew,
    run: async (cache) => void (await tuneKernel({ ...tuning, cache })),
  },
  'TuneKernelOptions.includeDirs': {
    role: 'folder',
    run: async (path) => void (await tuneKernel({ ...tuning, includeDirs: [path] })),
  },
  'TuneKernelOptions.source': reads(
    async (path) => void (await tuneKernel({ ...tuning, source: new URL(`file://${path}`) })),
  ),
  'assertNotOthers(path)': looks((path) => assertNotOthers(path, 'beginning', details)),
  'createDeviceTargets(path)': writes((path) => createDeviceTargets(path, resultsFile)),
  'createDeviceTargets(resultsPath)': reads((path) => createDeviceTargets('/nowhere/targets.h', path)),
  'firstOwnPath(paths)': looks((path) => firstOwnPath([path])),
  'load(source)': reads(async (path) => load(await host(), path)),
  'loadFirst(paths)': looks((path) => loadFirst([path])),
  'loadz(source)': reads(async (path) => loadz(await host(), path)),
  'locateProgram(folders)': { role: 'folder', run: (path) => locateProgram(undefined, 'file', [path]) },
  'occupantOf(path)': looks(occupantOf),
  'placeOfFile(path)': looks(placeOfFile),
  'readCacheFile(path)': reads(readCacheFile),
  'readCarefully(path)': looks((path) => readCarefully(path)),
  'readResultsFile(path)': reads(readResultsFile),
  'readT1File(path)': reads((path) => readT1File(path)),
  'readT4File(path)': reads(readT4File),
  'readTuningFile(path)': reads(readTuningFile),
  'readUserFile(path)': reads((path) => readUserFile(path, 'path')),
  'readUserText(path)': reads((path) => readUserText(path, 'path')),
  'removeOwnFile(path)': looks(removeOwnFile),
  'save(path)': { ...writes(async (path) => save(path, arrayFrom(await host(), bytes))), ending: '.npy' },
  'savez(path)': { ...writes(async (path) => savez(path, { bytes: arrayFrom(await host(), bytes) })), ending: '.npz' },
  'storeResults(path)': writes(async (path) => storeResults(path, await tuneKernel(tuning), { problemSize: 1 })),
  'tuneCache(path)': reads(async (path) => void (await tuneCache(path))),
  'writeCacheFile(path)': writes((path) => writeCacheFile(path, readCacheFile(cacheFile))),
  'writeFileWhole(path)': writes((path) => writeFileWhole(path, (append) => append(bytes), details)),
  'writeFileWholeSync(path)': writes((path) => writeFileWholeSync(path, bytes, details)),
  'writeReport(output)': writes((path) => writeReport(cacheFile, path).then(() => '')),
  'writeT4File(path)': writes((path) => writeT4File(path, t4OfRecords(readTuningFile(cacheFile).records))),
};

/** What the others are. */
export const others = {
  'tells where something is, in a result': [
    'CacheReport.folder',
    'Diagnostic.file',
    'Hipcc.path',
    'LoadFailure.path',
    'LoadedLibrary.path',
    'Nvcc.path',
    'ToolReport.path',
    'WrittenReport.path',
    'new CudaDriver(path)',
    'new SimtApi(path)',
  ],
  'is a folder that the caller has just made for a compiler, or a file in it': [
    'CaseContext.temporaryFolder',
    'CompilerProgram.run(folder)',
    'ProgramStart.folder',
    'SourceRun.output',
    'SourceRun.path',
    'flushFolder(folder)',
    'readOutput(path)',
    'removeIfOpen(path)',
    'writeHeaders(folder)',
  ],
  'is handed on to an option that is tested': [
    'Arrays.load(source)',
    'Arrays.loadz(source)',
    'CompileRequest.includeDirs',
    'CompileWithCacheOptions.dirname',
    'CompilerInputs.includeDirs',
    'CompilerInputs.libraryDirs',
    'CompilerInputs.systemIncludeDirs',
    'NvccOptions.cacheDir',
    'NvccOptions.includeDirs',
    'RunConformanceOptions.reportFolder',
    'Vendor.libraryPaths',
    'new CompilerProgram(path)',
  ],
  'is read, and only read': [
    'DynamicModule.addFile(path)',
    'RawModuleOptions.path',
    'ReaderInputs.folders',
    'ReaderInputs.quoteFolders',
    'ReaderInputs.systemFolders',
    'ReaderInputs.workingFolder',
    'SourceFiles.read(path)',
    'openCarefully(path)',
  ],
  'is imported as a module': ['observerModule(module)'],
  'is text, and no file is touched': [
    'FoundByPath.of(path)',
    'OptionRules.folders',
    'ScanKernelOptions.output',
    'fileReadError(path)',
    'fileWriteError(path)',
    'pathOfUrl(url)',
  ],
  'is a folder whose names are listed': [
    'newestFirst(folder)',
    'nvJitLinkCandidates(compilerPath)',
    'toolkitIncludeFolders(libraryPath)',
  ],
};

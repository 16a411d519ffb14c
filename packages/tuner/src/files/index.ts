export { readTuningFile, type TuningFile } from './read-tuning-file';
export type { FileDamage } from './file-damage';
export { parseCacheFile, printCacheFile, readCacheFile, writeCacheFile, type CacheFile } from './cache-file';
export type { CacheEntry } from './cache-entries';
export { recordOfEntry } from './cache-record';
export type { FailureKind } from '../failure';
export { createDeviceTargets, type DeviceTargetOptions } from './device-targets';
export { ParameterSpelling } from './parameter-spelling';
export type { PythonJson, PythonObject } from './python-json';
export { readResultsFile, storeResults, type ResultsFile, type StoredResult, type StoreOptions } from './results-file';
export { readT1File } from './t1-file';
export {
  parseT4File,
  printT4File,
  readT4File,
  recordsOfT4,
  t4OfRecords,
  writeT4File,
  type T4File,
  type T4Measurement,
  type T4Result,
} from './t4-file';

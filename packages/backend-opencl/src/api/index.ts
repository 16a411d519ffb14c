/** OpenCL's own functions, typed, for what Heddle's classes do not cover. */
export { constants } from './constants';
export { libraryNames } from './find-library';
export { openLibrary, versionOf, type OpenClLibrary } from './open-library';
export { integerOf, numberOf, readInfo, textOf, wordsOf, type InfoCall } from './read-info';
export { statusName } from './status-names';
export type { FunctionName, Handle, Memory, OpenClCalls, Version } from './values';

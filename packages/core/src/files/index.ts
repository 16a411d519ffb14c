/** Distinguishes files that Heddle may replace from files of others, and writes files that users name as a whole. */
export {
  assertNotOthers,
  fileBeginsWith,
  isRegular,
  openCarefully,
  readCarefully,
  type FoundFile,
} from './careful-files';
export { fileReadError, fileWriteError } from './file-errors';
export { firstOwnPath, occupantOf, ownMark, removeOwnFile, type Occupant, type Removal } from './own-file';
export { assertLibraryFile } from './library-file';
export { leadsToSameFile, placeOfFile, removeIfOpen } from './file-places';
export { flushFolder, isUnfinishedName } from './unfinished-file';
export { writeFileWhole, writeFileWholeSync, type Append, type WholeFileOptions } from './whole-file';
export { readUserFile, readUserText } from './read-file';

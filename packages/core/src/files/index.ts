/** Files that Heddle may remove or replace, told from those of others; and files that users name, written whole. */
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

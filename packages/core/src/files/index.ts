/** Files that Heddle may remove or replace, told from those of others. */
export { assertNotOthers, fileBeginsWith, openCarefully, readCarefully, type FoundFile } from './careful-files';

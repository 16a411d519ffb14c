/** Reads results, writes their page. */
import { argumentError, assertNotOthers, leadsToSameFile, writeFileWholeSync } from '@heddle/core/backend';
import { pageDataOfFile } from './page-data-of-file';
import { pageBeginning, pageHtml } from './page-html';
import { pageProgram } from './page-program';

export interface WrittenReport {
  readonly path: string;
  /** Number of configurations in it. */
  readonly configurations: number;
  readonly byteLength: number;
  /** Warnings about the file: parts that could not be read, or a run that has not ended. */
  readonly warnings: readonly string[];
}

/**
 * Makes the page of a file of tuning results.
 *
 * @param results - a cache file of Kernel Tuner, a T4 file or a journal
 * @param output - path of the page; default: that of the results, with the ending `.html`, where no file of others is
 * replaced
 * @throws HeddleError `ARGUMENT` for results that cannot be read or a page that cannot be written, `CORRUPT` for a file
 * of another kind
 */
export async function writeReport(results: string, output?: string): Promise<WrittenReport> {
  const path = output ?? results.replace(/(\.json)?(\.journal|\.gz)?$/, '.html');
  if (leadsToSameFile(path, results)) {
    throw argumentError(`the page would overwrite the results ${results}`, { parameter: 'output' });
  }
  const data = pageDataOfFile(results);
  const page = pageHtml(data, await pageProgram());
  if (output === undefined) {
    const hint = 'Move it away, or name the page: --output <page>.';
    assertNotOthers(path, pageBeginning, { parameter: 'output', hint });
  }
  writeFileWholeSync(path, page, { parameter: 'output', hint: 'Free some space and make it again.' });
  return { path, configurations: data.count, byteLength: Buffer.byteLength(page), warnings: data.warnings };
}

/** Relative links of a document must lead to files of the repository. Links to the web are left alone. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @param {string} root
 * @param {string} document - path from the root
 * @param {string} markdown
 * @returns {string[]} targets that do not exist
 */
export function brokenLinks(root, document, markdown) {
  const prose = markdown.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target.split('#')[0])
    .filter((target) => target && !/^[a-z][a-z+.-]*:/i.test(target))
    .filter((target) => !existsSync(join(root, dirname(document), decodeURI(target))));
}

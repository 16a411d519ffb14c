/** What a commit's subject looks like: under 72 characters, with the package in front. */

const longest = 71;
const withPackage = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: \S/;

/**
 * @param {string} subject
 * @returns {string | undefined} what is wrong with it
 */
export function subjectProblem(subject) {
  if (subject.length > longest) return `has ${subject.length} characters, and may have ${longest}`;
  if (!withPackage.test(subject)) return "does not begin with its package, as in 'core: …', 'tools: …' or 'docs: …'";
  return undefined;
}

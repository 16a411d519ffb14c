/**
 * Phrases that nearly always make a sentence hard to read, each with the reason, and the uses that are meant as they
 * stand. A space in a pattern matches any white space, so a phrase may continue on the next line.
 */

/**
 * @typedef {object} Phrase
 * @property {string} name - as it is listed
 * @property {string} reason - what to write instead
 * @property {RegExp} pattern
 * @property {RegExp[]} [except] - a match inside one of these is not counted
 */

const be = '(?:is|are|was|were)';

/** @type {Phrase[]} */
export const phrases = [
  {
    name: 'is no',
    reason: 'English negates the verb: "is not a", "has no", "there is no", "cannot"',
    pattern: phrase(`${be} no`),
    except: [
      // The usual form, also as a question.
      phrase(`there ${be} no`),
      phrase(`${be} there no`),
      // The word itself: "the answer is no".
      phrase('answer is no'),
      // Comparisons: "is no longer", "is no larger than".
      phrase(`${be} no (?:longer|later|earlier|more|less|fewer|larger|smaller|slower|faster|better|worse)`),
    ],
  },
  {
    name: 'rejects never',
    reason: 'an adverb stands before its verb: "never rejects"',
    pattern: phrase('rejects? never'),
  },
  {
    name: 'whoever',
    reason: 'say who: you, the caller, the process',
    pattern: phrase('whoever'),
  },
  {
    name: 'that there is not',
    reason: 'say what is missing: "unknown options", "a file that does not exist"',
    pattern: phrase(`(?:that|which) there ${be} not`),
  },
  {
    name: 'what of a',
    reason: 'a noun says it: "which part of the array"',
    pattern: phrase('what of (?:a|an|the)'),
  },
  {
    name: 'behind',
    reason: 'later in time, in a text or in memory is "after"',
    pattern: phrase('behind'),
    except: [
      // What hides what it is made of: the compiler behind a command, the symbol behind a name.
      phrase(
        '(?:cases?|clang|compiler|driver|file|library|linker|path|program|stream|symbols?|types?) (?:(?:that )?stands? )?behind',
      ),
      phrase('behind (?:a|the) (?:name|path|link|handle|macro)s?'),
      // To leave something, to lag.
      phrase('(?:leav(?:e|es|ing)|left)(?: [\\w.]+){0,4} behind'),
      phrase('(?:fall|falls|fell|lag|lags) behind'),
    ],
  },
  {
    name: 'where it has none',
    reason: 'conditions begin with "if" or "when"',
    pattern: phrase(
      `where (?:(?:it|that|they|this|there|one) (?:is|are|was|were|has|have|had|does|do|can|may|must) (?:no|none|not|nothing|neither)|(?:it|that|they) cannot|there ${be}|none|nothing)`,
    ),
  },
  {
    name: 'made vectors of',
    reason: 'the word is "vectorized"',
    pattern: phrase('ma(?:de|ke|kes|king) vectors of'),
  },
  {
    name: 'is said',
    reason: 'active voice: "the message says", "prints"',
    pattern: phrase(`${be} said`),
  },
  {
    name: 'its like',
    reason: 'say what is alike: "similar functions", "and the like"',
    pattern: phrase('(?:its|their) like'),
  },
  {
    name: 'what is forgotten',
    reason: 'the word is "unreferenced", or "garbage-collected"',
    pattern: phrase('what is forgotten'),
  },
  {
    name: 'takes otherwise',
    reason: 'say "differently from", or what each does',
    pattern: phrase('tak(?:e|es|en|ing) otherwise|otherwise than'),
  },
];

// Words alone: not parts of names such as `left-behind.ts`.
function phrase(text) {
  return new RegExp(`(?<![\\w-])(?:${text.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi');
}

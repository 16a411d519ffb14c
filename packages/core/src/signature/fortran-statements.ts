/** Free-form Fortran as statements: comments gone, continued lines joined. */
import { tokenize, type Token } from './tokenizer';

export interface FortranStatement {
  /** Words in lower case, since Fortran does not tell the cases apart; strings as they are. */
  readonly tokens: readonly Token[];
  /** Line of its beginning, from 1. */
  readonly line: number;
}

/** No declaration is longer; what is after is not read. */
const maximumLength = 20_000;

/** The statements of a source, in order. Executable ones come out as well, as well as they go. */
export function* fortranStatements(source: string): Generator<FortranStatement> {
  let pending = '';
  let firstLine = 0;
  for (const [index, text] of source.split('\n').entries()) {
    const line = withoutComment(text).trim();
    if (line === '' || line.startsWith('#')) continue;
    if (pending === '') firstLine = index + 1;
    const isContinued = line.endsWith('&');
    const part = line.slice(pending !== '' && line.startsWith('&') ? 1 : 0, isContinued ? -1 : undefined);
    if (pending.length < maximumLength) pending += ` ${part}`;
    if (isContinued) continue;
    yield { tokens: fortranTokens(pending.slice(0, maximumLength)), line: firstLine };
    pending = '';
  }
  if (pending !== '') yield { tokens: fortranTokens(pending.slice(0, maximumLength)), line: firstLine };
}

function fortranTokens(text: string): Token[] {
  return tokenize(text).map((token) => (token.kind === 'word' ? { ...token, text: token.text.toLowerCase() } : token));
}

/** The line up to a `!` that is not in a string. */
function withoutComment(line: string): string {
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const character = line[i] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '!') {
      return line.slice(0, i);
    } else if (character === '"' || character === "'") {
      quote = character;
    }
  }
  return line;
}

/** Which line of which file a place in a source is, as its `#line` directives have it. */
import type { Token } from '../tokens';

export class SourceLines {
  readonly #source: string;
  readonly #directives: readonly { readonly start: number; readonly number: number; readonly file: string }[];

  constructor(source: string, tokens: readonly Token[]) {
    this.#source = source;
    let file = '';
    this.#directives = tokens.flatMap(({ text, start }) => {
      const [, number, named] = /^#\s*line\s+(\d+)\s*("[^"]*")?/.exec(text) ?? [];
      if (number === undefined) return [];
      file = named ?? file;
      return [{ start, number: Number(number), file }];
    });
  }

  /** The directive, with the end of its line, that says where what follows it comes from. */
  directive(at: number): string {
    const last = this.#directives.findLast(({ start }) => start < at);
    const passed = this.#source.slice(last?.start ?? 0, at).split('\n').length - 1;
    // The number is that of the line after the directive.
    const number = last ? last.number + passed - 1 : passed + 1;
    return `#line ${number}${last?.file ? ` ${last.file}` : ''}\n`;
  }
}

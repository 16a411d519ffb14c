/** A 64-bit ELF file's sections, symbols and relocations: what a cubin tells about its kernels. */

export interface ElfSymbol {
  readonly name: string;
  readonly isFunction: boolean;
  /** STO_CUDA_ENTRY: distinguishes kernels from the functions they call. */
  readonly isKernel: boolean;
  /** Index of the section it lies in. */
  readonly section: number;
  /** Offset in its section. */
  readonly value: number;
}

export interface ElfRelocation {
  /** Name of the section that it changes, in front `.rela`. */
  readonly section: string;
  readonly offset: number;
  readonly symbol: ElfSymbol | undefined;
  /** What is added to the symbol's address, or is itself the address if there is no symbol. */
  readonly addend: number;
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly byteLength: number;
  readonly link: number;
}

const symbolTable = 2;
const dynamicSymbolTable = 11;
const relocations = 4;
const functionType = 2;
const entryMark = 0x10;

/** Reads a file that has been checked to be whole. */
export class ElfImage {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sections: readonly Section[];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#sections = isElf(bytes) ? this.#readSections() : [];
  }

  sectionName(index: number): string | undefined {
    return this.#sections[index]?.name;
  }

  symbols(): ElfSymbol[] {
    return this.#sections.filter(({ type }) => type === symbolTable).flatMap((section) => this.#symbolsOf(section));
  }

  /** The symbols that a loader looks up: they stay where the others are stripped. */
  dynamicSymbols(): ElfSymbol[] {
    return this.#sections
      .filter(({ type }) => type === dynamicSymbolTable)
      .flatMap((section) => this.#symbolsOf(section));
  }

  relocations(): ElfRelocation[] {
    return this.#sections
      .filter(({ type }) => type === relocations)
      .flatMap((section) => {
        const table = this.#sections[section.link];
        const symbols = table ? this.#symbolsOf(table) : [];
        return this.#entries(section, 24).map((at) => ({
          section: section.name,
          offset: this.#word(at),
          symbol: symbols[this.#view.getUint32(at + 12, true)],
          addend: this.#word(at + 16),
        }));
      });
  }

  #readSections(): Section[] {
    const [start, entryBytes, count] = [this.#word(40), this.#view.getUint16(58, true), this.#view.getUint16(60, true)];
    const at = (index: number): number => start + index * entryBytes;
    const names = this.#word(at(this.#view.getUint16(62, true)) + 24);
    return Array.from({ length: count }, (_, index) => ({
      name: this.#text(names + this.#view.getUint32(at(index), true)),
      type: this.#view.getUint32(at(index) + 4, true),
      start: this.#word(at(index) + 24),
      byteLength: this.#word(at(index) + 32),
      link: this.#view.getUint32(at(index) + 40, true),
    }));
  }

  #symbolsOf(section: Section): ElfSymbol[] {
    const strings = this.#sections[section.link]?.start ?? 0;
    return this.#entries(section, 24).map((at) => {
      const isFunction = (this.#view.getUint8(at + 4) & 15) === functionType;
      return {
        name: this.#text(strings + this.#view.getUint32(at, true)),
        isFunction,
        isKernel: isFunction && (this.#view.getUint8(at + 5) & entryMark) !== 0,
        section: this.#view.getUint16(at + 6, true),
        value: this.#word(at + 8),
      };
    });
  }

  #entries({ start, byteLength }: Section, entryBytes: number): number[] {
    return Array.from({ length: Math.floor(byteLength / entryBytes) }, (_, index) => start + index * entryBytes);
  }

  #word(offset: number): number {
    return Number(this.#view.getBigUint64(offset, true));
  }

  #text(offset: number): string {
    const end = this.#bytes.indexOf(0, offset);
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + offset, end - offset).toString('latin1');
  }
}

function isElf(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 64 && bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
}

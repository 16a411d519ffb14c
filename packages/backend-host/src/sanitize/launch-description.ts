/** The description of a launch in a child process: the text and the files that runner.cpp reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import koffi from 'koffi';
import type { ArgumentLayout, PreparedGeometry } from '@heddle/core/backend';
import type { HostMemory } from '../driver/handles';

/** The parts of a device and module that a launch takes along. */
export interface LaunchContents {
  readonly kernel: string;
  readonly layout: ArgumentLayout;
  readonly record: ArrayBuffer;
  readonly geometry: PreparedGeometry;
  /** The module's variables, all of which travel. */
  readonly variables: readonly { readonly name: string; readonly memory: HostMemory }[];
  /** The allocation that holds an address. */
  readonly memoryAt: (address: bigint) => HostMemory | undefined;
  /** Whether an allocation describes a texture: its first word is where the texels are. */
  readonly isDescriptor: (memory: HostMemory) => boolean;
}

/** Memory whose contents lie in a file. */
export interface FiledMemory {
  readonly memory: HostMemory;
  readonly file: string;
}

const wordBytes = 8;

export class LaunchDescription {
  readonly #contents: LaunchContents;
  readonly #folder: string;
  readonly #buffers: HostMemory[] = [];

  constructor(contents: LaunchContents, folder: string) {
    this.#contents = contents;
    this.#folder = folder;
  }

  /**
   * Writes the files.
   *
   * @returns the description, and what a launch may have changed in which file
   */
  write(): { readonly text: string; readonly changed: readonly FiledMemory[] } {
    const { kernel, layout, record, geometry, variables, isDescriptor } = this.#contents;
    const { grid, block, sharedBytes, cooperative } = geometry;
    const pointers = this.#pointers();
    const buffers = this.#buffers.map((memory, index) => this.#filed(memory, `buffer-${index}`));
    const globals = variables.map(({ memory }, index) => this.#filed(memory, `global-${index}`));
    const argumentsFile = join(this.#folder, 'arguments');
    writeFileSync(argumentsFile, new Uint8Array(record, 0, layout.byteLength), { mode: 0o600 });
    const lines = [
      `kernel ${kernel}`,
      `grid ${grid.join(' ')}`,
      `block ${block.join(' ')}`,
      `shared ${sharedBytes}`,
      `cooperative ${cooperative ? 1 : 0}`,
      ...buffers.map(({ memory, file }) => `buffer ${memory.byteLength} ${file}`),
      ...globals.map(
        ({ memory, file }, index) => `global ${memory.byteLength} ${file}\t${variables[index]?.name ?? ''}`,
      ),
      `arguments ${argumentsFile}`,
      ...pointers,
    ];
    // A descriptor is the kernel's to read; in the child it names an address of the child's.
    const changed = [...buffers.filter(({ memory }) => !isDescriptor(memory)), ...globals];
    return { text: `${lines.join('\n')}\n`, changed };
  }

  // Each word of the arguments that is an address of the device's: of a pointer, a texture, a field of a struct.
  #pointers(): string[] {
    const { layout, record, isDescriptor } = this.#contents;
    const places = this.#addressesIn(new DataView(record, 0, layout.byteLength));
    const pointers = places.map(({ offset, place }) => `pointer ${offset} ${place}`);
    for (const [index, memory] of this.#buffers.entries()) {
      if (!isDescriptor(memory)) continue;
      const [texels] = this.#addressesIn(new DataView(koffi.view(memory.address, wordBytes)));
      if (texels) pointers.push(`inside ${index} ${texels.offset} ${texels.place}`);
    }
    return pointers;
  }

  #addressesIn(words: DataView): { readonly offset: number; readonly place: string }[] {
    const found: { offset: number; place: string }[] = [];
    for (let offset = 0; offset + wordBytes <= words.byteLength; offset += wordBytes) {
      const address = words.getBigUint64(offset, true);
      const place = address === 0n ? undefined : this.#placeOf(address);
      if (place !== undefined) found.push({ offset, place });
    }
    return found;
  }

  // `buffer 2 16`: 16 bytes into the third buffer.
  #placeOf(address: bigint): string | undefined {
    const { variables, memoryAt } = this.#contents;
    const variable = variables.findIndex(({ memory }) => isWithin(memory, address));
    const own = variables[variable]?.memory;
    if (own) return `global ${variable} ${address - own.address}`;
    const memory = memoryAt(address);
    if (!memory) return undefined;
    if (!this.#buffers.includes(memory)) this.#buffers.push(memory);
    return `buffer ${this.#buffers.indexOf(memory)} ${address - memory.address}`;
  }

  #filed(memory: HostMemory, name: string): FiledMemory {
    const file = join(this.#folder, name);
    writeFileSync(file, bytesOf(memory), { mode: 0o600 });
    return { memory, file };
  }
}

/** Whether an address is one of a memory's. */
export function isWithin({ address, byteLength }: HostMemory, wanted: bigint): boolean {
  return wanted >= address && wanted < address + BigInt(byteLength);
}

/** The bytes of a memory, without a copy. */
export function bytesOf({ address, byteLength }: HostMemory): Uint8Array {
  return new Uint8Array(koffi.view(address, byteLength));
}

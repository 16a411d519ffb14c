/** What the memory driver gives out: allocations, modules, entries. */
import type { EntryHandle, MemoryHandle, MemoryKind, ModuleHandle } from '../spi/driver';
import type { MemoryKernel } from './memory-kernel';

/** An allocation: an ArrayBuffer with a place in an address space. */
export class HeldMemory implements MemoryHandle {
  readonly bytes: Uint8Array<ArrayBuffer>;
  constructor(
    readonly address: bigint,
    byteLength: number,
    readonly kind: MemoryKind,
  ) {
    this.bytes = new Uint8Array(byteLength);
  }
}

export class LoadedModule implements ModuleHandle {
  readonly handle = 'module';
  constructor(
    readonly names: readonly string[],
    readonly globals: ReadonlyMap<string, HeldMemory>,
  ) {}
}

export class Entry implements EntryHandle {
  readonly handle = 'entry';
  constructor(readonly kernel: MemoryKernel) {}
}

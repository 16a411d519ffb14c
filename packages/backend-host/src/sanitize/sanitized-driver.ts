/** The host device in a sanitizer mode: memory and transfers as always, launches in child processes. */
import type {
  ArgumentLayout,
  Artifact,
  MemoryKind,
  ModuleHandle,
  PreparedLaunch,
  TextureDescription,
  TextureHandle,
} from '@heddle/core/backend';
import type { HostEntry, HostMemory, HostModule } from '../driver/handles';
import { HostDriver, type HostDriverParts } from '../driver/host-driver';
import { isWithin } from './launch-description';
import type { SanitizedFacts } from './sanitized-compiler';
import { SanitizedLaunch } from './sanitized-launch';
import type { Sanitizer } from './sanitizers';

interface SanitizedModule {
  readonly handle: HostModule;
  readonly bytes: Uint8Array;
  readonly facts: SanitizedFacts;
}

export class SanitizedDriver extends HostDriver {
  readonly #sanitizer: Sanitizer;
  readonly #runner: Uint8Array;
  readonly #memory = new Set<HostMemory>();
  readonly #descriptors = new Set<HostMemory>();
  readonly #modules = new Map<HostModule, SanitizedModule>();
  readonly #moduleOf = new WeakMap<HostEntry, SanitizedModule>();

  constructor(parts: HostDriverParts, sanitizer: Sanitizer, runner: Uint8Array) {
    super(parts);
    this.#sanitizer = sanitizer;
    this.#runner = runner;
  }

  override allocate(byteLength: number, kind: MemoryKind): HostMemory {
    const memory = super.allocate(byteLength, kind);
    this.#memory.add(memory);
    return memory;
  }

  override free(memory: HostMemory): void {
    this.#memory.delete(memory);
    this.#descriptors.delete(memory);
    super.free(memory);
  }

  override createTexture(description: TextureDescription): TextureHandle {
    const texture = super.createTexture(description);
    const descriptor = this.#memoryAt(texture.object);
    if (descriptor) this.#descriptors.add(descriptor);
    return texture;
  }

  override async loadModule(artifact: Artifact): Promise<HostModule> {
    const facts = artifact.facts as unknown as SanitizedFacts | undefined;
    // Plain functions are compiled as always: they run in this process.
    if (facts?.plainBytes === undefined) return super.loadModule(artifact);
    const handle = await super.loadModule({ ...artifact, bytes: artifact.bytes.subarray(0, facts.plainBytes) });
    this.#modules.set(handle, { handle, bytes: artifact.bytes.subarray(facts.plainBytes), facts });
    return handle;
  }

  override unloadModule(module: HostModule): void {
    this.#modules.delete(module);
    super.unloadModule(module);
  }

  override entry(module: ModuleHandle, name: string): HostEntry {
    const entry = super.entry(module, name);
    const sanitized = this.#modules.get(module as HostModule);
    if (sanitized) this.#moduleOf.set(entry, sanitized);
    return entry;
  }

  override prepareLaunch(entry: HostEntry, layout: ArgumentLayout, record: ArrayBuffer): PreparedLaunch {
    const module = this.#moduleOf.get(entry);
    if (!module) return super.prepareLaunch(entry, layout, record);
    return new SanitizedLaunch({
      kernel: entry.name,
      layout,
      record,
      runner: this.#runner,
      module: module.bytes,
      facts: module.facts,
      sanitizer: this.#sanitizer,
      memoryAt: (address) => this.#memoryAt(address),
      isDescriptor: (memory) => this.#descriptors.has(memory),
      globals: () => this.globals(module.handle),
      wait: (queue) => {
        this.waitBlocking(queue as never);
      },
    });
  }

  // Variables of other modules are memory like any other.
  #memoryAt(address: bigint): HostMemory | undefined {
    for (const memory of this.#memory) if (isWithin(memory, address)) return memory;
    for (const { handle } of this.#modules.values())
      for (const { memory } of this.globals(handle)) if (isWithin(memory, address)) return memory;
    return undefined;
  }
}

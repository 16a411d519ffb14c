/** The arguments of a launch that waits for its turn. */
import { turnSymbol, type ArgumentTurn, type FailedCall, type TurnArgument } from '../arguments/device-reference';
import type { KernelSignature, Parameter } from '../signature';

/** Memory that a waiting launch was given. */
interface GivenMemory {
  readonly turn: ArgumentTurn;
  /** False for what the kernel takes as const. */
  readonly written: boolean;
}

export class WaitingArguments {
  readonly #given: GivenMemory[] = [];
  /** Kept, so that nothing of it is collected before the launch. */
  readonly #args: readonly unknown[];

  constructor({ parameters }: KernelSignature, args: readonly unknown[]) {
    this.#args = args;
    this.#args.forEach((arg, index) => {
      this.#find(arg, parameters[index]);
    });
  }

  /** @throws the failure of work that was to fill one of them */
  begin(): void {
    for (const { turn } of this.#given) turn.begin();
  }

  /**
   * Tells the memory that the launch was to write that it was not.
   *
   * @returns whether all who read some of it are told
   */
  fail(call: FailedCall): boolean {
    let told = false;
    for (const { turn, written } of this.#given) if (written) told = turn.fail(call) || told;
    return told;
  }

  // A struct may have pointers in it.
  #find(value: unknown, parameter: Parameter | undefined): void {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    if (turnSymbol in value) {
      this.#given.push({ turn: (value as TurnArgument)[turnSymbol](), written: parameter?.readonly !== true });
    } else if (Array.isArray(value)) for (const element of value) this.#find(element, parameter);
    else {
      for (const { name, type } of parameter?.fields ?? []) this.#find((value as Record<string, unknown>)[name], type);
    }
  }
}

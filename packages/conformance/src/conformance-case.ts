/**
 * What a conformance case is: data. Any runner can list cases, filter them and say why one cannot run, without
 * running anything.
 */
import type { CompileOptions, Device, Module, SourceLanguage } from '@heddle/core';
import type { Capability } from '@heddle/core/backend';
import type { CaseContext } from './case-context';
import { languagesOf, type SourceChoices } from './source-choice';

/** What cases are about, in the order of reports. */
export const topics = [
  'compile',
  'arguments',
  'refusals',
  'geometry',
  'memory',
  'streams',
  'events',
  'globals',
  'shared-memory',
  'barriers',
  'atomics',
  'warps',
  'cooperative',
  'templates',
  'math',
  'half-precision',
  'textures',
  'images',
  'functions',
  'output',
  'occupancy',
  'binaries',
  'linking',
  'cache',
  'lifetime',
  'faults',
  'concurrency',
  'capabilities',
] as const;

export type Topic = (typeof topics)[number];

/** One thing that a backend must get right. */
export interface ConformanceCase {
  /** Stable and unique: topic, slash, name. */
  readonly id: string;
  /** What holds, as a sentence. */
  readonly title: string;
  readonly topic: Topic;
  /** All of these must be declared by the device; else the case is skipped, with the missing ones named. */
  readonly requires: readonly Capability[];
  /** The device must compile one of these; absent where the case compiles nothing. */
  readonly languages?: readonly SourceLanguage[];
  /** Gets a device of its own: the case breaks it, disposes it, or counts what is open on it. */
  readonly isolated?: boolean;
  /** Like `isolated`, with no other device of the run open at the same time. */
  readonly exclusive?: boolean;
  /** Starts programs of its own, which must be able to import the backend. */
  readonly startsPrograms?: boolean;
  /** Keeps the device busy for tens of milliseconds, which takes minutes if a program plays the device. */
  readonly keepsBusy?: boolean;
  /** Default 120,000. */
  readonly timeoutMilliseconds?: number;
  /** A further reason why the case says nothing about this device; undefined if it does. */
  readonly unless?: (device: Device) => string | undefined;
  /** Resolves if the device behaves as it must; rejects with what it did instead. */
  readonly run: (context: CaseContext) => Promise<void>;
}

interface CommonDefinition {
  /** Without the topic. */
  readonly id: string;
  readonly title: string;
  readonly requires?: readonly Capability[];
  readonly isolated?: boolean;
  readonly exclusive?: boolean;
  readonly startsPrograms?: boolean;
  readonly keepsBusy?: boolean;
  readonly timeoutMilliseconds?: number;
  readonly unless?: (device: Device) => string | undefined;
}

/** A case that compiles nothing, or compiles in its own way: then it says in which languages. */
export interface PlainDefinition extends CommonDefinition {
  readonly source?: undefined;
  readonly languages?: readonly SourceLanguage[];
  readonly run: (context: CaseContext) => Promise<void>;
}

/** A case about one source, which is compiled before it starts and unloaded after it. */
export interface KernelDefinition extends CommonDefinition {
  readonly source: SourceChoices;
  readonly compile?: CompileOptions;
  readonly run: (context: CaseContext, module: Module) => Promise<void>;
}

export type CaseDefinition = PlainDefinition | KernelDefinition;

/** Makes the cases of a topic from their definitions. */
export function casesOf(topic: Topic, definitions: readonly CaseDefinition[]): readonly ConformanceCase[] {
  return definitions.map((definition) => {
    const { id, requires = [], run: _run, source: _source, ...rest } = definition;
    return { ...rest, id: `${topic}/${id}`, topic, requires, ...languagesAndRun(definition) };
  });
}

function languagesAndRun(definition: CaseDefinition): Pick<ConformanceCase, 'languages' | 'run'> {
  if (definition.source === undefined) {
    const { languages, run } = definition;
    return { run, ...(languages ? { languages } : {}) };
  }
  const { source, compile, run } = definition;
  return {
    languages: languagesOf(source),
    run: async (context) => run(context, await context.compile(source, compile)),
  };
}

/** Narrows cases by ids or topics: `memory`, `memory/fill-byte`, or any part of an id after `*`. */
export function matchesFilter(each: ConformanceCase, filter: readonly string[] | undefined): boolean {
  if (filter === undefined || filter.length === 0) return true;
  return filter.some((wanted) =>
    wanted.startsWith('*') ? each.id.includes(wanted.slice(1)) : each.id === wanted || each.topic === wanted,
  );
}

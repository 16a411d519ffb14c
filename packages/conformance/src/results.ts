/** What a run found, as data. */
import { isHeddleError, type Device } from '@heddle/core';
import { capabilities, type Capability } from '@heddle/core/backend';
import type { ConformanceCase, Topic } from './conformance-case';

export type Outcome = 'passed' | 'failed' | 'skipped';

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly topic: Topic;
  readonly outcome: Outcome;
  readonly durationMilliseconds: number;
  /** Why it was skipped. */
  readonly reason?: string;
  /** What went wrong. */
  readonly error?: { readonly name: string; readonly message: string; readonly code?: string; readonly stack?: string };
}

/** What was tested. */
export interface TestedDevice {
  readonly name: string;
  readonly vendor: string;
  readonly type: string;
  readonly driverVersion: string;
  readonly architecture: string;
  readonly warpSize: number;
  readonly totalBytes: number;
  readonly compilers: readonly string[];
  readonly capabilities: readonly Capability[];
}

export interface ConformanceResults {
  readonly backend: string;
  readonly backendVersion: string;
  /** Absent if the backend cannot serve on this machine. */
  readonly device?: TestedDevice;
  readonly node: string;
  readonly platform: string;
  /** When the run began, ISO 8601. */
  readonly date: string;
  readonly commit?: string;
  readonly seed: number;
  readonly results: readonly CaseResult[];
}

export interface OutcomeCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countOutcomes(results: readonly CaseResult[]): OutcomeCounts {
  const of = (outcome: Outcome): number => results.filter((each) => each.outcome === outcome).length;
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

export function describeDevice(device: Device): TestedDevice {
  const { name, vendor, type, driverVersion, architecture, warpSize, totalBytes } = device.properties;
  return {
    name,
    vendor,
    type,
    driverVersion,
    architecture,
    warpSize,
    totalBytes,
    compilers: device.compilers,
    capabilities: capabilities.filter((capability) => device.has(capability)),
  };
}

export function failedResult(each: ConformanceCase, error: unknown, durationMilliseconds: number): CaseResult {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const code = isHeddleError(error) ? { code: error.code } : {};
  const trace = stack === undefined ? {} : { stack };
  return { ...resultOf(each, 'failed', durationMilliseconds), error: { name, message, ...code, ...trace } };
}

export function resultOf(each: ConformanceCase, outcome: Outcome, durationMilliseconds: number): CaseResult {
  const { id, title, topic } = each;
  return { id, title, topic, outcome, durationMilliseconds: Math.round(durationMilliseconds * 100) / 100 };
}

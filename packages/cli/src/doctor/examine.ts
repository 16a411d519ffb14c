/** The whole examination: backends, tools, cache, and what follows from them. */
import { ArtifactCache } from '@heddle/core';
import { firstPartyBackends } from '@heddle/core/backend';
import { version } from '../command-line/package-folder';
import type { BackendReport, CacheReport, DoctorReport } from './doctor-report';
import { inspectInProcess } from './inspect-in-process';
import { findTools } from './tools';

/**
 * Examines this machine as the application in the current folder sees it; never throws for what it finds.
 *
 * @param names - backends to look at; default: {@link backendNames}
 */
export async function examine(names: readonly string[] = backendNames()): Promise<DoctorReport> {
  const [backends, tools, cache] = await Promise.all([
    Promise.all(names.map(inspectInProcess)),
    findTools(),
    examineCache(),
  ]);
  return {
    serves: backends.some(({ state }) => state === 'serves'),
    versions: { heddle: version(), node: process.versions.node, platform: `${process.platform}-${process.arch}` },
    backends,
    tools,
    cache,
    advice: [...backends.flatMap(adviceOnBackend), ...adviceOnAll(backends), ...adviceOnCache(cache)],
  };
}

/** The first-party backends in order of preference, after those that HEDDLE_BACKEND names. */
export function backendNames(): readonly string[] {
  const named = (process.env.HEDDLE_BACKEND ?? '').split(',').map((name) => name.trim());
  return [...new Set([...named.filter((name) => name !== ''), ...firstPartyBackends])];
}

async function examineCache(): Promise<CacheReport> {
  const cache = ArtifactCache.fromEnvironment();
  // Measuring it reads every folder of it, which may show that one cannot be used.
  const usage = cache.state.enabled ? await cache.usage() : undefined;
  const { state } = cache;
  if (state.enabled) return { ...state, entries: 0, byteLength: 0, ...usage };
  return {
    enabled: false,
    reason: state.reason,
    ...(state.folder === undefined ? {} : { folder: state.folder }),
  };
}

function adviceOnBackend({ name, state, hint }: BackendReport): string[] {
  // Without a vendor's hardware you need no package for it: the report says so once, below.
  if (state === 'not-installed' || hint === undefined || hint === '') return [];
  return [`${name}: ${hint}`];
}

function adviceOnAll(backends: readonly BackendReport[]): string[] {
  if (backends.some(({ state }) => state === 'serves')) return [];
  const absent = backends.filter(({ state }) => state === 'not-installed');
  return absent.flatMap(({ name, hint }) => (hint === undefined ? [] : [`${name}: ${hint}`]));
}

function adviceOnCache(cache: CacheReport): string[] {
  if (cache.enabled) return cache.complaint === undefined ? [] : [`cache: ${cache.complaint}`];
  return process.env.HEDDLE_CACHE?.trim().toLowerCase() === 'off' ? [] : [`cache: ${cache.reason}`];
}

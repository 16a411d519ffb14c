/** Finds the addon for this platform. Its absence is not an error: its callers have a slower way. */
import { createRequire } from 'node:module';
import { interfaceVersion, type NativeAddon } from './addon';

/** The addon, or why there is none. */
export type LoadResult =
  | { readonly addon: NativeAddon; readonly reason?: undefined }
  | { readonly addon?: undefined; readonly reason: string };

let loaded: LoadResult | undefined;

/**
 * The addon, loaded at the first call: from the platform's package (`@heddle/native-linux-x64`), or from this
 * repository's build. HEDDLE_NATIVE=off does without it.
 *
 * @returns undefined if none fits; never throws
 */
export function nativeAddon(): NativeAddon | undefined {
  return (loaded ??= findAddon()).addon;
}

/** Why {@link nativeAddon} gives nothing, in a sentence or more; undefined if it gives one. */
export function whyNoNativeAddon(): string | undefined {
  return (loaded ??= findAddon()).reason;
}

/** Loads an addon by its path or package name. */
export function loadAddon(specifier: string): LoadResult {
  try {
    const addon = createRequire(import.meta.url)(specifier) as NativeAddon;
    if (addon.interfaceVersion === interfaceVersion) return { addon };
    return { reason: `${specifier} has interface ${addon.interfaceVersion}; ${interfaceVersion} is needed` };
  } catch (error) {
    return { reason: `${specifier}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function findAddon(): LoadResult {
  if (process.env.HEDDLE_NATIVE === 'off') return { reason: 'HEDDLE_NATIVE=off' };
  const platform = `${process.platform}-${process.arch}`;
  const reasons: string[] = [];
  // Sources and built files both stand one folder below the package's own.
  for (const specifier of [`@heddle/native-${platform}`, '../build/Release/heddle-native.node']) {
    const result = loadAddon(specifier);
    if (result.addon) return result;
    reasons.push(result.reason.split('\n', 1)[0] ?? '');
  }
  return { reason: `no addon for ${platform}: ${reasons.join('; ')}` };
}

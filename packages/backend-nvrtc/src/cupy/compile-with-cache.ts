/** Compiles right away, with a say in where the compiled code is kept. */
import { checkRawOptions, type RawOptions } from './compile-options';
import { RawModule, type RawModuleOptions } from './raw-module';

export interface CompileWithCacheOptions extends RawOptions {
  /** Folder of compiled code. Default: the device's cache. */
  readonly dirname?: string;
  readonly nameExpressions?: readonly string[];
}

/**
 * Compiles a source for the current device, or finds it in the cache.
 *
 * @param fileName - what diagnostics call the source
 * @throws HeddleError `COMPILE` with the log and a numbered excerpt
 */
export async function compileWithCache<const Source extends string>(
  source: Source,
  fileName: string,
  given: CompileWithCacheOptions = {},
): Promise<RawModule<Source>> {
  checkRawOptions('compileWithCache', given, 'dirname', 'nameExpressions');
  const { dirname, ...options } = given;
  const raw: RawModuleOptions<Source> & { fileName: string; cacheDir?: string } = {
    ...options,
    code: source,
    fileName,
    ...(dirname === undefined ? {} : { cacheDir: dirname }),
  };
  const module = new RawModule<Source>(raw);
  await module.compile();
  return module;
}

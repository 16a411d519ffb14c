/** A driver with other compilers than its own. */
import type { Compiler, Driver } from '@heddle/core/backend';

export function withCompilers(driver: Driver, compilers: readonly Compiler[]): Driver {
  return new Proxy(driver, {
    get: (target, key) => {
      if (key === 'compilers') return compilers;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/**
 * Imports a package from the place of this module: bundles keep this file separate, so that the package is not resolved
 * from another place.
 */
export function importPackage(specifier: string): Promise<unknown> {
  // bundlers must not resolve it: programs that never read such data do not have it
  return import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
}

/** Imports a package as this module finds it: bundles leave it a file of its own, so that it is not looked for elsewhere. */
export function importPackage(specifier: string): Promise<unknown> {
  // no bundler can look for it: programs that read nothing of the kind do not have it
  return import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
}

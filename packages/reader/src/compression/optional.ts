import { OLError } from '@ol/spec'
import { importPackage } from './import-package.js'

const provided = new Map<string, unknown>()

/**
 * Gives the reader a package that it otherwise imports by name when an input needs it. Bundles for browsers need this,
 * because they cannot import a package by name.
 *
 * @param specifier what would be imported: `hyparquet`, `unbzip2-stream/lib/bzip2.js`
 * @param exports the package: `await import('hyparquet')`
 */
export function providePackage(specifier: string, exports: object): void {
  provided.set(specifier, exports)
}

/**
 * Loads an optional package. `what`: the kind of input that it reads.
 *
 * @throws OLError OL_PACKAGE where it is not installed
 */
export async function optional<T>(specifier: string, what: string, file: string | undefined): Promise<T> {
  try {
    return (provided.get(specifier) ?? (await importPackage(specifier))) as T
  } catch (cause) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
    const text = `expected the package ${name}, which reads ${what} data, but it cannot be loaded: npm install ${name}`
    throw new OLError('OL_PACKAGE', text, { ...(file === undefined ? {} : { file }), value: name, cause })
  }
}

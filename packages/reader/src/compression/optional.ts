import { OLError } from '@ol/spec'

/**
 * Loads a package that is installed only where it is wanted. `what`: the kind of input that it reads.
 *
 * @throws OLError OL_PACKAGE where it is not there
 */
export async function optional<T>(
  name: string,
  what: string,
  file: string | undefined,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const text = `the input is ${what} data, which the package ${name} reads, and that cannot be loaded: npm install ${name}`
    throw new OLError('OL_PACKAGE', text, { ...(file === undefined ? {} : { file }), value: name, cause })
  }
}

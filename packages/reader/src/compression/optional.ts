import { OLError } from '@ol/spec'

/**
 * Loads an optional package. `what`: the kind of input that it reads.
 *
 * @throws OLError OL_PACKAGE where it is not installed
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
    const text = `expected the package ${name}, which reads ${what} data, but it cannot be loaded: npm install ${name}`
    throw new OLError('OL_PACKAGE', text, { ...(file === undefined ? {} : { file }), value: name, cause })
  }
}

import { OLError } from '@ol/spec'

/**
 * Returns the error for compressed bytes that are truncated (without `reason`) or cannot be decompressed. `taken`: how
 * many bytes were read.
 */
export function corruptData(
  kind: string,
  taken: number,
  reason: string | undefined,
  file: string | undefined,
  cause: unknown,
): OLError {
  const text =
    reason === undefined
      ? `the ${kind} data is truncated at byte ${taken}`
      : `the ${kind} data is corrupt at or before byte ${taken}: ${reason}`
  return new OLError('OL_INPUT_TRUNCATED', text, {
    ...(file === undefined ? {} : { file }),
    value: taken,
    cause,
  })
}

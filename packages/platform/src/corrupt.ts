import { OLError } from '@ol/spec'

/**
 * Returns the error for compressed bytes that are truncated (without `reason`) or cannot be decompressed. `taken`: the
 * number of bytes read.
 */
export function corruptData(
  kind: string,
  taken: number,
  reason: string | undefined,
  file: string | undefined,
  cause: unknown,
): OLError {
  const details = { ...(file === undefined ? {} : { file }), value: taken, cause }
  return reason === undefined
    ? new OLError('OL_INPUT_TRUNCATED', `the ${kind} data is truncated at byte ${taken}`, details)
    : new OLError(
        'OL_INPUT_CORRUPT',
        `the ${kind} data is corrupt at or before byte ${taken}: ${reason}`,
        details,
      )
}

import { OLError } from '@ol/spec'

/** What is thrown for packed bytes that end too early (without `reason`), or cannot be unpacked. `taken`: how many came. */
export function damaged(
  kind: string,
  taken: number,
  reason: string | undefined,
  file: string | undefined,
  cause: unknown,
): OLError {
  const text =
    reason === undefined
      ? `the ${kind} data ends too early, at byte ${taken}`
      : `the ${kind} data is damaged by byte ${taken}: ${reason}`
  return new OLError('OL_INPUT_TRUNCATED', text, {
    ...(file === undefined ? {} : { file }),
    value: taken,
    cause,
  })
}

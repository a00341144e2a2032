import { OLError } from '@ol/spec'

/** Returns a part: OL_PART where the learner was made without it. */
export function neededPart<P extends object, K extends keyof P & string>(
  parts: P,
  name: K,
): NonNullable<P[K]> {
  const part = parts[name]
  if (part !== undefined && part !== null) return part
  throw new OLError('OL_PART', `Expected a learner with the part ${name} but this one was made without it`, {
    value: name,
  })
}

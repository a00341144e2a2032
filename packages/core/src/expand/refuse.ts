import { type ErrorCode, type Expand, OLError } from '@ol/spec'

/** Throws an error for what cannot be done with a model whose features are derived of others. */
export function refuseExpanded(
  { expand = 'off' }: { readonly expand?: Expand | undefined },
  what: string,
  code: ErrorCode = 'OL_PARAMETER',
): void {
  if (expand === 'off') return
  const text = `Expected a model with expand 'off' to ${what} but it has expand '${expand}'`
  throw new OLError(code, text, { value: expand, expected: "'off'" })
}

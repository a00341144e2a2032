import {
  type GroupFactors,
  groupsFeatures,
  invalid,
  isPlainObject,
  type RuleEntry,
  valueText,
} from '@ol/spec'

const largest = 1e9
const encoder = new TextEncoder()

/**
 * Checks factors by namespace.
 *
 * @param value what was given as `groupFactors`
 * @param params of one lane
 * @throws OLError OL_PARAMETER, also where the rule makes no use of them
 */
export function groupFactorsOf(
  value: unknown,
  rule: RuleEntry,
  params: Float64Array,
): GroupFactors | undefined {
  if (value === undefined) return undefined
  const { grouped } = rule
  if (grouped === undefined)
    throw invalid(
      'OL_PARAMETER',
      'the rule next to groupFactors',
      'one that makes a difference between namespaces',
      rule.id,
    )
  const at = rule.params.findIndex((p) => p.name === grouped.param)
  const applies = grouped.choices === undefined ? params[at] !== 0 : groupsFeatures(rule, params)
  if (!applies) {
    const needed = grouped.choices?.join(' or ') ?? 'a number that is not 0'
    throw invalid('OL_PARAMETER', `${grouped.param} with groupFactors`, needed, params[at])
  }
  if (!isPlainObject(value) || Object.keys(value as object).length === 0)
    throw invalid('OL_PARAMETER', 'groupFactors', 'factors by the first characters of namespaces', value)
  const names = new Map<number, string>()
  for (const [name, factor] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if ([...name].length !== 1)
      throw invalid('OL_PARAMETER', 'a namespace of groupFactors', 'its first character', name)
    const [byte] = encoder.encode(name)
    const same = names.get(byte)
    if (same !== undefined)
      throw invalid(
        'OL_PARAMETER',
        'a namespace of groupFactors',
        `none with the first byte of ${valueText(same)}`,
        name,
      )
    names.set(byte, name)
    if (!(typeof factor === 'number' && factor >= 0 && factor <= largest))
      throw invalid(
        'OL_PARAMETER',
        `the factor of namespace ${valueText(name)}`,
        `a number >= 0 and <= ${largest}`,
        factor,
      )
  }
  return { ...(value as GroupFactors) }
}

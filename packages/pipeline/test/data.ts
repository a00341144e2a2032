import { backendInfo } from '@ol/core'
import type { PlainExample } from '@ol/pipeline'

export { once } from '../../spec/test/once.js'
export { temporaryFolder } from '../../spec/test/temporary-folder.js'

export const backends = (['native', 'fallback'] as const).filter(
  (name) => name === 'fallback' || backendInfo('auto').name === 'native',
)

const cities = ['oslo', 'rome', 'pune']

/** Visits whose label has to do with their features, always the same. */
export function visits(
  count: number,
): (PlainExample & { readonly features: Record<string, number | string> })[] {
  let state = 12345
  const random = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, (_, k) => {
    const hour = 1 + Math.floor(random() * 23)
    const price = Math.round(random() * 1000) / 8 + 1
    const city = cities[Math.floor(random() * 3)]
    const bought = price + (city === 'oslo' ? 40 : 0) + random() * 20 < 80
    return { features: { hour, price, city }, label: bought ? 1 : -1, tag: `v${k}` }
  })
}

/** Returns the same as CSV, with a tag. */
export function visitsCsv(count: number): string {
  const rows = visits(count).map(
    ({ features: { hour, price, city }, label, tag }) => `${hour},${price},${city},${label},${tag}`,
  )
  return `${['hour,price,city,bought,id', ...rows].join('\n')}\n`
}

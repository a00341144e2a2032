import type { Schema } from '@ol/spec'
import { expect, test } from 'vitest'
import { refuseTwice } from '../src/columnar/cells.js'
import { read } from '../src/index.js'
import { differenceFromModel, optionsForModel } from '../src/schema-options.js'
import { givenRoles } from '../src/sniff/column-roles.js'

// The work for a table is linear in its columns: a quadratic step over 100,000 columns takes minutes.

const columns = 100_000
const names = Array.from({ length: columns }, (_, k) => `c${k}`)

async function schemaOf(): Promise<Schema> {
  const input = read(new TextEncoder().encode('label,c\n1,2\n-1,3\n'), { label: 'label' })
  for await (const _ of input);
  return {
    ...(input.schema as Schema),
    columns: [{ name: 'label', role: 'label' }, ...names.map((name) => ({ name, role: 'numeric' }) as const)],
  }
}

test('schemas of 100,000 columns are compared, overridden and given roles in linear time', async () => {
  const schema = await schemaOf()
  const model = { ...schema, schema } as never
  const start = performance.now()
  expect(differenceFromModel(model, schema)).toBeUndefined()
  optionsForModel(model, { categorical: names })
  givenRoles(names, { numeric: names }, undefined)
  refuseTwice(names, undefined)
  expect(performance.now() - start).toBeLessThan(10_000)
}, 300_000)

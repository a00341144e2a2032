import { expect, test } from 'vitest'
import { compile } from './compile.js'

/** The packages that a page imports. */
const packages = ['core', 'pipeline', 'reader', 'regret', 'figures', 'spec', 'server/client']

test('declarations compile in a project that knows no types of Node.js', () => {
  const programs = packages.map((name) => [name, `import * as all from '@ol/${name}'\nvoid all`])
  expect([...compile(Object.fromEntries(programs), true)]).toEqual([])
})

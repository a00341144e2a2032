import { expect, test } from 'vitest'
import { Complaint } from '../src/complaint.js'

test('a failure is reported once, until it has another reason or is over', () => {
  const said: string[] = []
  const complaint = new Complaint((text) => said.push(text))
  for (const text of ['full', 'full', 'gone', 'full']) complaint.failed(text)
  complaint.over()
  complaint.failed('full')
  expect(said).toEqual(['full', 'gone', 'full', 'full'])
})

import { describe, it } from 'vitest'
import { contract } from './contract.js'
import { nativeBackend } from './machine.js'

const native = nativeBackend()
if (native !== undefined) contract('native', native)
else describe('the contract, kept by native', () => it.skip('the addon was not built here', () => {}))

import * as fs from 'node:fs'
import { fallback } from '@ol/fallback'
import { OLError } from '@ol/spec'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { thrown } from './data.js'

type Native = () => unknown

/** Returns the module with an addon that loads as `load` does, as if in a process of its own. */
async function withNative(load: Native): Promise<typeof import('../src/backend/backends.js')> {
  vi.resetModules()
  vi.doMock('@ol/platform', async (original) => ({
    ...(await original<object>()),
    optionalPackage: () => ({ exports: { load } }),
  }))
  return await import('../src/backend/backends.js')
}

const available: Native = () => ({ backend: { ...fallback, name: 'native' } })
const missing: Native = () => ({ missing: 'no addon was built' })
const broken: Native = () => {
  throw new OLError('OL_ADDON_BROKEN', 'The native addon cannot be used: it is truncated')
}

beforeEach(() => void vi.stubEnv('OL_BACKEND', undefined))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.doUnmock('@ol/platform')
  vi.resetModules()
})

describe('choice of the backend', () => {
  test('auto takes native if it is available', async () => {
    const { backendInfo } = await withNative(available)
    expect(backendInfo()).toMatchObject({ name: 'native', requested: 'auto', note: undefined })
    expect(backendInfo('fallback')).toMatchObject({
      name: 'fallback',
      requested: 'fallback',
      note: undefined,
    })
  })

  test('auto falls back, and says why', async () => {
    expect((await withNative(missing)).backendInfo()).toMatchObject({
      name: 'fallback',
      note: 'no addon was built',
    })
    const info = (await withNative(broken)).backendInfo()
    expect(info.name).toBe('fallback')
    expect(info.note).toContain('truncated')
  })

  test('native requested by name is an error if it is missing', async () => {
    const a = await withNative(missing)
    expect(thrown(() => a.chooseBackend('native'))).toMatchObject({ code: 'OL_BACKEND' })
    const b = await withNative(broken)
    expect(thrown(() => b.chooseBackend('native'))).toMatchObject({ code: 'OL_ADDON_BROKEN' })
    const c = await withNative(() => {
      throw new RangeError('odd')
    })
    expect(thrown(() => c.chooseBackend('native'))).toMatchObject({ code: 'OL_ADDON_BROKEN' })
  })

  test('a package that is not installed is missing, one that does not load is broken', async () => {
    const found = (optionalPackage: () => unknown) => {
      vi.resetModules()
      vi.doMock('@ol/platform', async (original) => ({ ...(await original<object>()), optionalPackage }))
      return import('../src/backend/backends.js')
    }
    const a = await found(() => ({ missing: 'it is not installed' }))
    expect(a.backendInfo()).toMatchObject({ name: 'fallback', note: 'it is not installed' })
    const b = await found(() => {
      throw new SyntaxError('planted')
    })
    const error = thrown(() => b.chooseBackend('native'))
    expect(error.code).toBe('OL_ADDON_BROKEN')
    expect(error.message).toContain('@ol/native cannot be loaded: SyntaxError: planted')
  })

  test('OL_BACKEND is the default, and an option overrides it', async () => {
    const { backendInfo } = await withNative(available)
    vi.stubEnv('OL_BACKEND', 'fallback')
    expect(backendInfo()).toMatchObject({ name: 'fallback', requested: 'fallback' })
    expect(backendInfo('auto')).toMatchObject({ name: 'native', requested: 'auto' })
    vi.stubEnv('OL_BACKEND', '')
    expect(backendInfo()).toMatchObject({ name: 'native', requested: 'auto' })
    vi.stubEnv('OL_BACKEND', 'Native')
    const error = thrown(() => backendInfo())
    expect(error.code).toBe('OL_PARAMETER')
    expect(error.message).toContain('OL_BACKEND')
  })

  test('the version comes from the package', async () => {
    const { backendInfo } = await withNative(missing)
    const manifest = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(backendInfo().version).toBe(manifest.version)
  })
})

test('nothing imports from Node: only @ol/platform does', () => {
  const folder = new URL('../src/', import.meta.url)
  const importing = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /from 'node:|import\('node:/.test(fs.readFileSync(new URL(file, folder), 'utf8')))
  expect(importing).toEqual([])
})

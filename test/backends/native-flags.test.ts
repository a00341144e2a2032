import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const native = fileURLToPath(new URL('../../native/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ol-flags-'))
afterAll(() => rmSync(folder, { recursive: true }))
const withoutCmake = spawnSync('cmake', ['--version']).status !== 0

/** Returns the arguments that a compiler gets of OL_NATIVE_FLAGS. */
function flags(text: string): string[] {
  const script = `include("${join(native, 'flags.cmake')}")
foreach(flag \${OL_NATIVE_FLAGS})
  message("flag:\${flag}")
endforeach()`
  const file = join(folder, 'print.cmake')
  writeFileSync(file, script)
  const { stderr } = spawnSync('cmake', ['-P', file], {
    encoding: 'utf8',
    env: { ...process.env, OL_NATIVE_FLAGS: text },
  })
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('flag:'))
    .map((line) => line.slice(5))
}

test.skipIf(withoutCmake || process.platform === 'win32')('OL_NATIVE_FLAGS holds several flags', () => {
  expect(flags('')).toEqual([])
  expect(flags('-g')).toEqual(['-g'])
  expect(flags('-fsanitize=address,undefined -g  "-DNAME=a b"')).toEqual([
    '-fsanitize=address,undefined',
    '-g',
    '-DNAME=a b',
  ])
})

test('the build reads them only there', () => {
  const build = readFileSync(join(native, 'CMakeLists.txt'), 'utf8')
  expect(build).toContain('include(flags.cmake)')
  expect(build).not.toContain('$ENV{OL_NATIVE_FLAGS}')
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './prepare.mjs'

// npm run test:asan [-- PATH ...]: the tests of the addon under ASan and UBSan. The addon is built a second time, in a separate folder
// (native/build-asan); the usual addon is moved away meanwhile, and restored at the end.

const runtimes = ['libasan.so', 'libubsan.so'].map((name) =>
  spawnSync('gcc', [`-print-file-name=${name}`], { encoding: 'utf8' }).stdout?.trim(),
)
if (runtimes.some((path) => path === undefined || !path.startsWith('/'))) {
  console.log('SKIPPED: gcc has no libasan and libubsan here')
  process.exit(process.env.CI === undefined ? 0 : 1)
}
const native = join(root, 'native')
const [usual, own] = [join(native, 'build'), join(native, 'build-asan')]
const aside = mkdtempSync(join(native, '.build-'))
const tests = process.argv.slice(2)
try {
  if (existsSync(usual)) renameSync(usual, join(aside, 'build'))
  mkdirSync(own, { recursive: true })
  renameSync(own, usual)
  // with optimization, the kernels take half an hour to compile
  process.env.OL_NATIVE_FLAGS = '-fsanitize=address,undefined -fno-sanitize-recover=undefined -O0 -g1'
  process.env.OL_REQUIRE_NATIVE = '1'
  const built = run(process.execPath, [join(native, 'build.mjs')])
  process.exitCode = built !== 0 ? built : test()
} finally {
  if (existsSync(usual)) renameSync(usual, own)
  if (existsSync(join(aside, 'build'))) renameSync(join(aside, 'build'), usual)
  rmSync(aside, { recursive: true, force: true })
}

/** Does not search for leaks, because Node itself has some. */
function test() {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...(tests.length > 0 ? tests : ['test/backends', 'test/tokenizers', 'test/fuzz', 'packages/core/test']),
    ],
    {
      stdio: 'inherit',
      cwd: root,
      env: {
        ...process.env,
        LD_PRELOAD: runtimes.join(' '),
        // tables that are too large are refused, as without a sanitizer
        ASAN_OPTIONS: 'detect_leaks=0,abort_on_error=1,allocator_may_return_null=1',
      },
    },
  )
  return status ?? 1
}

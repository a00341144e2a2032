import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Compiles programs that import packages as users do, all in one run of the compiler.
 *
 * @param programs source strings, by name
 * @param browser as a project for browsers does that knows no types of Node.js, and checks the declarations of packages
 * @returns the first error of each program that does not compile, by name
 */
export function compile(
  programs: Readonly<Record<string, string>>,
  browser = false,
): ReadonlyMap<string, string> {
  const build = join(root, 'test/build')
  mkdirSync(build, { recursive: true })
  const folder = mkdtempSync(join(build, 'programs-'))
  const names = Object.keys(programs)
  try {
    names.forEach((name, i) => {
      writeFileSync(join(folder, `p${i}.ts`), `${programs[name]}\nexport {}\n`)
    })
    const options = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        noEmit: true,
        isolatedDeclarations: false,
        noUnusedLocals: false,
        ...(browser
          ? { types: [], lib: ['es2022', 'dom'], skipLibCheck: false }
          : { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }),
      },
      include: ['*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const args = [compiler, '-p', folder, '--pretty', 'false']
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder })
    const errors = new Map<string, string>()
    for (const line of stdout.split('\n').filter((text) => /error TS\d+/.test(text))) {
      const at = /^p(\d+)\.ts\(\d+,\d+\): error (.*)/.exec(line)
      if (at === null) throw new Error(`The compiler failed: ${line}${stderr}`)
      const name = names[Number(at[1])]
      if (!errors.has(name)) errors.set(name, at[2])
    }
    return errors
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

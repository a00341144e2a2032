#!/usr/bin/env node
const { readFileSync, statSync, writeSync } = require('node:fs')
const { join } = require('node:path')

const args = process.argv.slice(2)

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) printVersion()
else if (isCurrent()) {
  const { bundleOf, load } = require('./load.js')
  load(bundleOf(args[0])).main(args)
} else {
  keepCompiled()
  import('../dist/index.js').then(({ main }) => main(args))
}

/** Returns whether there are bundles (scripts/bundle-commands.mjs) and nothing has been compiled since; of a published package nothing is. */
function isCurrent() {
  try {
    const made = JSON.parse(readFileSync(join(__dirname, '..', 'bundle', 'made-of.json'), 'utf8'))
    return made.every(([file, time]) => statSync(join(__dirname, file)).mtimeMs === time)
  } catch {
    return false
  }
}

/** A module that was compiled once is not compiled again, from Node.js 22.1 on. */
function keepCompiled() {
  require('node:module').enableCompileCache?.()
}

/** The version alone needs no command. */
function printVersion() {
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'))
  try {
    // `process.stdout` takes milliseconds to load
    writeSync(1, `${version}\n`)
  } catch ({ code, message }) {
    // who closed the pipe needs no version
    if (code === 'EPIPE') return
    process.stderr.write(`ol-cli: standard output: ${message}\n`)
    process.exitCode = 74
  }
}

#!/usr/bin/env node
import { readFileSync, statSync } from 'node:fs'
import * as module from 'node:module'

// what was compiled once is not compiled again: half of a short run. From Node.js 22.1 on.
module.enableCompileCache?.()
import(modules()).then(({ main }) => main(process.argv.slice(2)))

/**
 * Returns the modules in few files, which load in half the time (scripts/bundle-commands.mjs); those of dist where there are none or
 * where one has been compiled since.
 */
function modules() {
  const at = (file) => new URL(file, import.meta.url)
  try {
    const made = JSON.parse(readFileSync(at('../bundle/made-of.json'), 'utf8'))
    if (made.every(([file, time]) => statSync(at(file)).mtimeMs === time)) return '../bundle/index.js'
  } catch {
    // published packages have none
  }
  return '../dist/index.js'
}

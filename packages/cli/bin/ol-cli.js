#!/usr/bin/env node
import * as module from 'node:module'

// what was compiled once is not compiled again: half of a short run. From Node.js 22.1 on.
module.enableCompileCache?.()
import('../dist/index.js').then(({ main }) => main(process.argv.slice(2)))

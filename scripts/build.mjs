import { prepare } from './prepare.mjs'

prepare()
console.error('Built. Try `npx ol-cli --help`.')

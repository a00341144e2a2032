/** What the other packages of OL need of core and programs do not: no part of the public API, without promises. */
export { divided } from './examples/first-pass.js'

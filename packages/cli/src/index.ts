export { exitWords } from './exit.js'
export { main, run } from './main.js'

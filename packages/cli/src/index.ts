export { exitWords } from './exit.js'
export { main } from './main.js'

export { exitDescriptions } from './exit.js'
export { main, run } from './main.js'

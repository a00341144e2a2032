// Short runs of commands, whose code compiled by V8 is stored (compile.cjs).

const rows = Array.from({ length: 100 }, (_, k) => ({
  size: ((k * 37) % 101) / 10,
  rooms: k % 7,
  town: ['oslo', 'bergen', 'voss'][k % 3],
  sold: (k * 37) % 101 > 50 ? 1 : 0,
}))

/** The files of the folder in which they run. */
export const examples = {
  'rows.csv': `size,rooms,town,sold\n${rows.map((row) => Object.values(row).join(',')).join('\n')}\n`,
  'lines.vw': rows
    .map(({ size, rooms, town, sold }) => `${sold === 1 ? 1 : -1} | size:${size} rooms:${rooms} ${town}\n`)
    .join(''),
}

const train = [
  ['train', 'lines.vw', '--rule', 'nag', '--loss', 'logistic', '--json'],
  ['train', 'rows.csv', '--label', 'sold', '-o', 'auto.ol'],
]
const predict = [['predict', 'rows.csv', '--model', 'auto.ol']]

/** For each file of commands, the lines to run one after another; later files use the output of earlier ones. */
export const linesOf = [
  ['train', train],
  ['predict', predict],
  ['test', [['test', 'rows.csv', '--model', 'auto.ol']]],
  ['inspect', [['inspect', 'auto.ol']]],
  ['info', [['info']]],
  ['all', [['--help'], ['-h'], ['help', 'rules'], ['vw', '--dry-run', '-d', 'lines.vw']]],
]

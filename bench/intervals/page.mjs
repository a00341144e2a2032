const table = (head, lines) =>
  [head, head.map((_, k) => (k === 0 ? '---' : '--:')), ...lines].map((cells) => `| ${cells.join(' | ')} |`)

const share = (value) => (value === undefined ? '' : (100 * value).toFixed(1))
const number = (value) => {
  const text = Number(value.toPrecision(3))
  return Math.abs(text) >= 1e6 || (text !== 0 && Math.abs(text) < 1e-3) ? text.toExponential() : String(text)
}

/** Returns how many sets lie within a distance of the level, as `50 of 51`. */
function within(sets, figure, level, distance) {
  const own = sets.filter((set) => set[figure] !== undefined)
  // with few examples, shares are multiples of 1 / examples
  const near = own.filter((set) => Math.abs(set[figure] - level) <= distance + 1e-9)
  return `${near.length} of ${own.length}`
}

function stretches(sets, level, distance) {
  const own = sets.filter((set) => set.least !== undefined)
  const near = own.filter(
    (set) => set.least >= level - distance - 1e-9 && set.most <= level + distance + 1e-9,
  )
  return `${near.length} of ${own.length}`
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

function numberLines(sets, level, stretch) {
  const of = (order) => sets.filter((set) => set.order === order)
  const rows = (name, own) => [
    name,
    String(own.length),
    within(own, 'coverage', level, 0.02),
    stretches(own, level, 0.02),
    within(own, 'late', level, 0.02),
    within(own, 'late', level, 0.05),
  ]
  return [
    ...table(
      [
        'Sets with real labels',
        'sets',
        '88 to 92% held',
        `88 to 92% of every ${stretch.toLocaleString('en')} rows`,
        'frozen, last fifth: 88 to 92%',
        '85 to 95%',
      ],
      [rows('shuffled', of('shuffled')), rows('in the order of time', of('time'))],
    ),
    '',
    ...table(
      [
        'Set',
        'rows',
        'order',
        'held, %',
        'least',
        'most',
        'mean width',
        'range of the labels',
        'of their middle 90%',
        'frozen, %',
      ],
      sets
        .toSorted((a, b) => Math.abs(b.coverage - level) - Math.abs(a.coverage - level))
        .map((set) => [
          set.name.replaceAll('_', ' '),
          String(set.rows),
          set.order,
          share(set.coverage),
          share(set.least),
          share(set.most),
          number(set.extent),
          number(set.range),
          number(set.middle),
          share(set.late),
        ]),
    ),
  ]
}

function classLines(sets) {
  return table(
    ['Set', 'rows', 'order', 'classes', 'held, %', 'least', 'mean size', 'frozen, %'],
    sets
      .toSorted((a, b) => a.coverage - b.coverage || b.extent - a.extent)
      .map((set) => [
        set.name.replaceAll('_', ' '),
        String(set.rows),
        set.order,
        String(set.classes),
        share(set.coverage),
        share(set.least),
        set.extent.toFixed(2),
        share(set.late),
      ]),
  )
}

/** Returns the page of docs/results/intervals.md. */
export function page(results, { level, stretch }) {
  const sets = Object.entries(results).map(([name, set]) => ({ name, ...set }))
  const numbers = sets.filter(({ task }) => task === 'regression')
  const classes = sets.filter(({ task }) => task !== 'regression')
  const least = classes.filter((set) => set.least !== undefined)
  const width = mean(numbers.map((set) => set.extent / set.middle))
  return `# Intervals and sets of classes

\`npm run intervals -- --sets FOLDER --page docs/results/intervals.md\`, on the sets of
[quality.md](quality.md). A model is given a file and its label column, and predicts intervals that
are to hold ${100 * level}% of the labels. Each interval was known before its label
([how](../intervals.md)). The script compares the shares with those that \`ol-cli train\` reports.

- **held**: the share of the labels inside their intervals, each learned afterwards.
- **least, most**: the smallest and largest share in any ${stretch.toLocaleString('en')} consecutive rows.
- **frozen**: the share in the last fifth, with the intervals of a model that learned the first
  four fifths and no label after. Nothing can hold the level if the data changes.
- **mean width**: on average ${(100 * width).toFixed(0)}% of the range of the middle 90% of the labels. That range is about
  the width that an interval needs without any feature.

## Numbers

${numberLines(numbers, level, stretch).join('\n')}

## Classes

A set always has the predicted class. So a model that is right more often than ${100 * level}% holds more.
The least share in any ${stretch.toLocaleString('en')} rows is at least ${100 * level - 2}% on ${least.filter((set) => set.least >= level - 0.0201).length} of
${least.length} sets; sets have ${mean(classes.map((set) => set.extent)).toFixed(2)} of ${mean(classes.map((set) => set.classes)).toFixed(2)} classes on average.

${classLines(classes).join('\n')}
`
}

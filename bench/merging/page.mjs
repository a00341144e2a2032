/** Returns docs/results/merging.md: the cost of merges in loss. */
export function page(found) {
  const lines = [
    '# What a merge costs in loss',
    '',
    '`npm run merging -- --data FOLDER` makes this page: K shards of one file, in a random order, learned apart with `ol-cli train --shard` and',
    'merged. Every figure is the log loss on rows that are held out from all learning; in brackets, divided by the loss of one sequential pass with the same flags:',
    'less than 1 if the merge is better. The merge holdout is one example in n that no shard learns from; "holdout" is the loss that `ol-cli holdout` reports.',
  ]
  for (const { name, rows, held, flags, holdout, whole, shards, rounds } of found) {
    const over = (loss, of) => `${loss.toFixed(4)} (${(loss / of).toFixed(4)})`
    lines.push(
      '',
      `## ${name}`,
      '',
      `${rows.toLocaleString('en')} rows to learn from, ${held.toLocaleString('en')} held out; \`${['ol-cli train', ...flags].join(' ')}\`, one sequential pass: ${whole.toFixed(4)}; the merge holdout has one row in ${holdout}.`,
      '',
      '| K | one shard | merged | weighed by the holdout | holdout |',
      '| --: | --: | --: | --: | --: |',
    )
    for (const { k, one, merged, weighed, holdout: measured } of shards)
      lines.push(
        `| ${[k, over(one, whole), over(merged, whole), over(weighed, whole), measured.toFixed(4)].join(' | ')} |`,
      )
    for (const { k, flags: own, whole: one, passes, losses } of rounds) {
      const how = own.length === 0 ? ', weighed after each' : ` with \`${own.join(' ')}\``
      lines.push(
        '',
        `Rounds over ${k} shards${how}: ${losses.map((loss) => over(loss, one)).join(', then ')}. ` +
          `One sequential pass: ${one.toFixed(4)}; ${losses.length} passes: ${passes.toFixed(4)}.`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

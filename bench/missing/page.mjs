const kinds = { '': 'none', random: 'at random', large: 'where large' }
const mean = (all) => all.reduce((sum, loss) => sum + loss, 0) / all.length
const shown = (all) => (all === undefined ? '' : mean(all) < 10 ? mean(all).toFixed(4) : mean(all).toFixed(0))

function tableOf(results, suffix, others) {
  const own = ['as it is', 'mean', 'mean and indicator'].map((name) => `${name}${suffix}`)
  const head = [
    'removed',
    'OL',
    'OL, means by hand',
    'OL, means and indicators by hand',
    'OL / better by hand',
    ...others,
  ]
  const lines = results.map(({ where, share, losses }) => {
    const [asIs, ...byHand] = own.map((name) => mean(losses[name]))
    const ratio = asIs / Math.min(...byHand)
    const cells = [...own, ...others].map((name) => shown(losses[name]))
    const removed = share === 0 ? 'nothing' : `${100 * share}% ${kinds[where]}`
    return [
      removed,
      ...cells.slice(0, 3),
      ratio > 1.03 ? `**${ratio.toFixed(3)}**` : ratio.toFixed(3),
      ...cells.slice(3),
    ]
  })
  const rule = head.map((_, k) => (k === 0 ? '---' : '---:'))
  return `${[head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

/** Returns the tables of all results, set by set, as Markdown. */
export function pageOf(results) {
  const names = [...new Set(results.map(({ set }) => set))]
  const others = ['river', 'scikit-learn, linear', 'scikit-learn, trees'].filter(
    (name) => name in results[0].losses,
  )
  return names
    .map((name) => {
      const own = results.filter(({ set }) => set === name)
      const [{ task, rows, most, losses }] = own
      const each = most < rows ? `, ${most} of them in each` : ''
      const what = task === 'regression' ? 'root of the mean squared error' : 'log loss'
      return `## ${name}\n\n${rows} rows, ${losses['as it is'].length} shuffles${each}, ${what}.\n\n${tableOf(own, '', others)}\nWith \`expand\`:\n\n${tableOf(own, ', expand', [])}`
    })
    .join('\n')
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { json, ol, temporaryFolder } from './run.js'

const folder = temporaryFolder()
const data = folder.put("<b>it's.vw", '1 | a:2\n-1 | b\nbad\u0001 line |\n1 | a:1\n'.repeat(50))
const model = folder.path('model.ol')
const page = folder.path('report.html')
const precious = 'somebody needs this\n'

describe('--report', () => {
  test('train, test and search write a page with the command; the printed report does not change', () => {
    const args = ['train', data, '--loss', 'logistic', '-o', model]
    const { seconds: _, ...plain } = json(ol([...args, '--json']))
    const { seconds: __, ...paged } = json(ol([...args, '--json', '--report', page]))
    expect(paged).toEqual(plain)
    const html = readFileSync(page, 'utf8')
    expect(html).toContain('&lt;b&gt;it')
    expect(html).not.toContain('<b>it')
    for (const part of [
      'ol-cli train',
      '--loss logistic',
      'Learning curve: log loss',
      'ROC',
      'Skipped lines',
      'Top features',
      '<th scope="row" class="name">a</th>',
      'OL 0.',
    ])
      expect(html).toContain(part)
    expect(ol(['test', data, '-m', model, '--quiet', '--report', page]).code).toBe(0)
    expect(readFileSync(page, 'utf8')).toContain('<h1>Evaluation: auto, logistic loss</h1>')
    expect(readFileSync(page, 'utf8')).toContain('<th scope="row" class="name">a</th>')
    expect(
      ol(['search', data, '--loss', 'logistic', '--passes', '1', '--quiet', '--report', page]).code,
    ).toBe(0)
    expect(readFileSync(page, 'utf8')).toContain('<h1>Search: nag, logistic loss</h1>')
    expect(readFileSync(page, 'utf8')).toContain('<th scope="row" class="name">a</th>')
    expect(readdirSync(folder.path('.')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('an input, another output, standard output or a missing folder are refused before anything is read', () => {
    const other = folder.put('precious.html', precious)
    for (const [args, code] of [
      [['train', data, '--report', data], 2],
      [['train', data, '-o', other, '--report', other], 2],
      [['train', data, '--predictions', other, '--report', other], 2],
      [['train', data, '--checkpoint', other, '--report', other], 2],
      [['train', data, '-o', model, '--report', `${model}.partial`], 2],
      [
        [
          'train',
          data,
          '-o',
          model,
          '--passes',
          '2',
          '--save-passes',
          '--report',
          folder.path('model.pass2.ol'),
        ],
        2,
      ],
      [['train', data, '--report', '-'], 2],
      [['train', data, '-i', model, '--report', model], 2],
      [['test', data, '-m', model, '--report', model], 2],
      [['search', data, '-o', other, '--report', other], 2],
      [['train', data, '--report', folder.path('missing/report.html')], 73],
    ] as const) {
      const ran = ol(args)
      expect([args, ran.code]).toEqual([args, code])
    }
    expect(readFileSync(other, 'utf8')).toBe(precious)
    expect(existsSync(folder.path('missing'))).toBe(false)
  })

  test('a run that fails leaves the page of before', () => {
    const old = folder.put('old.html', precious)
    expect(ol(['train', folder.put('empty.vw', ''), '--report', old]).code).toBe(65)
    expect(readFileSync(old, 'utf8')).toBe(precious)
  })
})

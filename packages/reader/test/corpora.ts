import type { ReadOptions } from '@ol/spec'

const vw = [
  "1 'first |f a:1 b:2.5 |g c",
  '',
  'bad | x',
  '-1 | 12:1e-3 x:y',
  '1 |\0',
  '\r',
  '1 2 3 t|f:2 a\r',
  `1 | ${'long '.repeat(12)}`,
  `${'word'.repeat(20)}`,
  '1 | a:',
  '-1 | æ:3',
  '| last',
].join('\n')

const svmlight = [
  '1 1:1 2:2',
  '# c',
  '',
  '-1 3:x',
  'y 1:1',
  `1 ${'7:1 '.repeat(20)}`,
  '+1 4:4 # d\r',
  '0',
].join('\n')

const csv = [
  'n,c,y',
  '1,red,5',
  '2,"two\nlines",6',
  '3,"a ""q"" b",7',
  'x,blue,8',
  '4,"not closed,9',
  '5,green,10',
  '',
  '6,"x"y,11',
  '7,"over\nthree\nlines",12',
  `8,"${'wide'.repeat(16)}\nz",1`,
  `9,"short\n${'wide'.repeat(16)}",1`,
  `10,${'wide'.repeat(16)},1`,
  '11,"a\nb","c"x,1',
  '12,"\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",2',
  '13,last,"14"',
].join('\n')

const jsonl = [
  '{"label":1,"a":{"b":2,"c":"x"},"d":[1,2]}',
  '',
  '{"label":1',
  '{"label":-1,"tag":"\\u00e9","e":true}\r',
  `{"label":1,"${'w'.repeat(60)}":1}`,
  '{"x":"\0"}',
  '{"label":"no","a":1}',
  '{"f":3}',
].join('\n')

const counts = [
  'good:2 film:1 #label#:positive',
  '',
  'bad:x #label#:negative',
  'fine:0.5 æ:3 #label#:positive\r',
  'none',
  `${'word:1 '.repeat(10)}#label#:negative`,
  '#label#:other',
  'two:2 #label#:negative',
].join('\n')

const arff = [
  '% a comment',
  '@relation r',
  '@attribute n numeric',
  "@attribute c {red, 'sea green'}",
  '@attribute y numeric',
  '@data',
  '1,red,5',
  '',
  "2,'sea green',6",
  '% more',
  '{0 3, 2 7}',
  "{1 'sea green'}\r",
  '{0 x, 2 1}',
  '{7 1}',
  '3,red',
  `4,${'blue'.repeat(20)},1`,
  `{1 ${'blue'.repeat(20)}}`,
  '5,?,?',
].join('\n')

const vwjson = [
  '{"_label":1,"a":1,"f":"x y"}',
  '',
  '{"_label":1',
  '{"_label":-1,"n":{"e":true}}\r',
  `{"_label":1,"${'w'.repeat(60)}":1}`,
  '{"x":["a"]}',
  '{"_label":"no","a":1}',
  '{"_text":"f g"}',
].join('\n')

/** Good and hostile lines, with the options to read them. */
export const corpora: readonly [name: string, text: string, options: ReadOptions][] = [
  ['vw', vw, { format: 'vw', maxLineBytes: 50 }],
  ['jsonl', jsonl, { format: 'jsonl', maxLineBytes: 50 }],
  ['svmlight', svmlight, { format: 'svmlight', maxLineBytes: 50 }],
  [
    'tsv',
    csv.replaceAll(',', '\t'),
    { maxLineBytes: 50, format: 'tsv', header: true, numeric: ['n'], categorical: ['c'] },
  ],
  ['counts', counts, { format: 'counts', labels: 'sign', positive: 'positive', maxLineBytes: 50 }],
  ['arff', arff, { maxLineBytes: 50 }],
  ['vwjson', vwjson, { format: 'vwjson', maxLineBytes: 60 }],
  ['csv', csv, { maxLineBytes: 50, delimiter: ',', header: true, numeric: ['n'], categorical: ['c'] }],
]

/** Tags, weights, bad lines, the largest index, and values that float32 has and has not. */
export const exactVw: string = [
  "1 2 0.5 'first| 3:0.1 4:-2.5 5",
  '-1 | 7:1e-30 8:123456789.123',
  'bad',
  '|',
  '0.25 | 4294967295:0.3333333333333333 1 2',
  "1 'tagged| 9:3.4028234663852886e38",
].join('\n')

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { Learner } from '@ol/core'
import { describe, expect, it } from 'vitest'
import { backends } from '../../packages/core/test/data.js'
import { ol, sample, temporaryFolder } from '../cli/run.js'
import { denseOf } from './dense.js'

// The sha256 of models as an earlier build wrote them: header, schema, weights. If a change moves one, users' models
// move, and docs/changelog.md says so. Those builds wrote every slot: see `denseOf`.

const inputs = {
  vw: '1 | price:3.2 city=oslo |b x y:2\n-1 2 tag| price:0.7 city=rome |b x z\n1 | :4 7:1.5 |b y\n-1 | city=oslo price:1e-30\n',
  jsonl:
    '{"label":1,"price":3.2,"city":"oslo","b":{"x":1,"y":[2,3]}}\n{"label":-1,"price":0.7,"city":"rome"}\n{"label":1,"price":9}\n',
  svmlight: '1 3:0.5 9:2 # a\n-1 3:1 4:1e20\n1 9:-1\n',
  csv: 'id,price,city,words,sold\n1,3.2,oslo,big red house,yes\n2,0.7,rome,small house,no\n3,5,"a, b",red,yes\n',
  counts: 'good:2 book:1 #label#:positive\nbad:1 book:3 #label#:negative\n',
  classes: 'cat | a b\ndog | c:2\nemu | a c\ncat | b\n',
}

const cases: readonly (readonly [keyof typeof inputs, string, string])[] = [
  ['vw', '--format vw --loss logistic', '69558b6db25bb3974b5464ebf6829fb27ebd02a8c9f7a9812733fff21a5e1fa8'],
  [
    'vw',
    '--format vw --loss logistic -q :: --ngrams 2 --skips 1 --permutations',
    '6fe830eaf87f9e6a1ad2f5b43029f194aedfc4ec5d8486d20ad80f66820e70ee',
  ],
  [
    'vw',
    '--format vw --loss logistic --hash all --hash-seed 7 --no-constant --ignore-namespaces b',
    'c67d470361d259f977973eb15165f2e70df209b7011cb7be8bbcffa7a0c82a9a',
  ],
  [
    'vw',
    '--format vw --loss logistic --bits grow -q ab --feature-limits 2 --rename-namespaces b:a',
    '9a6fc1757705c38565389657932abbe03abe5d1054c19fe36be4828acec3fbf9',
  ],
  [
    'jsonl',
    '--format jsonl --loss squared --label-scale none --precision float64',
    '2d518232f592b7daa094af3ffe38e7651274ef0e0dd981382fcc2af7e78816c4',
  ],
  [
    'jsonl',
    '--format jsonl --loss squared --label-scale none --bits grow',
    'c24aba85928240f7ed53986dca1856c747cdb036e6732c8501823a061e57fbe0',
  ],
  [
    'svmlight',
    '--format svmlight --loss hinge --rule adagrad',
    '55db5fdbfabc08fafd75b722d41c4d75c4aef7d15b3894929f5ee29f5a9b68b7',
  ],
  [
    'csv',
    '--format csv --label sold --tag id --text words --words spaces --loss logistic',
    'f908be63203a6fd5d4f23466c58e3f2c08796f2d0d510f2702ce07ac132f68af',
  ],
  [
    'csv',
    '--format csv --label sold --ignore id,words --positive no --loss logistic --prenormalize max',
    'eaa0f1d509bc83c93682951e198870036c80f2191f21e599a708f011d5175420',
  ],
  [
    'csv',
    '--format csv --label sold --ignore id,words --loss logistic --rule std',
    '8ba8c721620697d000a15ee9700a36d9cd153f41ee6e9c36d432df42e28166b4',
  ],
  [
    'csv',
    '--format csv --label sold --ignore id,words --loss logistic --rule auto --expand off --curve off',
    '7d322abb667a1265c3306dc4ec00eeaaa51f15ea9b18e919cc16851c7b2ec63e',
  ],
  [
    'counts',
    '--format counts --positive positive --loss logistic --learning-rate auto',
    'c0c8e8e27dce6f005947860ea4ca858fd17b61e7407f9325d000e3b88513a01a',
  ],
  [
    'classes',
    '--format vw --loss logistic --classes cat,dog,emu',
    '148954d6d72ea9e7800d5115569ced1fc8257345291700d97756732334b8437c',
  ],
  [
    'classes',
    '--format vw --loss squared --classes 3 --rule snag',
    '993b372dc14fb26e141dda6cffd01a8c4cf636a28a9c357f8564944b2cda95f9',
  ],
]

const folder = temporaryFolder()

/** Returns the bytes of a model as if it had never kept names of features or of two labels: nothing else moves with them. */
function withoutNames(bytes: Buffer): Buffer {
  const length = 8 + Number(bytes.readBigUInt64LE(0))
  const header = JSON.parse(bytes.subarray(8, length).toString())
  expect(JSON.parse(header.__metadata__.names).count).toBeGreaterThan(3)
  delete header.__metadata__.names
  // the names of two classes that one model distinguishes
  if (header.__metadata__.lane_classes === undefined) delete header.__metadata__.classes
  header.__metadata__.input = header.__metadata__.input.replace(
    /"labelTexts":\["-1","\+?1"\]/,
    '"labelTexts":null',
  )
  header.__metadata__.checksum = '00000000'
  const all = Object.keys(header)
  const end = Math.max(
    ...all.map((name) => (/^(name|filler)_/.test(name) ? 0 : (header[name].data_offsets?.[1] ?? 0))),
  )
  for (const name of all) if (header[name].data_offsets?.[0] >= end) delete header[name]
  const json = Buffer.from(JSON.stringify(header))
  const head = Buffer.alloc(Math.ceil((8 + json.length) / 64) * 64, ' ')
  head.writeBigUInt64LE(BigInt(head.length - 8))
  json.copy(head, 8)
  const file = Buffer.concat([head, bytes.subarray(length, length + end)])
  file.write(crc32(file).toString(16).padStart(8, '0'), file.indexOf('00000000'))
  return file
}

function sha256Of(input: string, args: readonly string[], backend: string): string {
  const model = folder.path('m.ol')
  const single = args.includes('--rule') ? args : ['--rule', 'nag', ...args]
  // files from before the options, which move those that bound outliers, read what is missing, and learn intervals
  const { code, stderr } = ol([
    'train',
    input,
    ...single,
    '--outliers',
    'keep',
    '--missing-as',
    'absent',
    '--intervals',
    'off',
    '-o',
    model,
    '--quiet',
    '--backend',
    backend,
  ])
  expect(code, stderr).toBe(0)
  const saved = readFileSync(model)
  const dense = denseOf(saved)
  // a model of an earlier build is loaded, and saved in fewer bytes
  expect(Buffer.from(Learner.fromBytes(dense).toBytes()).equals(saved)).toBe(true)
  return createHash('sha256').update(withoutNames(dense)).digest('hex')
}

describe.each(backends)('models on %s', (backend) => {
  it.each(cases)('of %s with %s are the bytes that they were', (format, flags, sha256) => {
    const args = flags.split(' ')
    const input = folder.put(`${format}.txt`, inputs[format])
    expect(sha256Of(input, args.includes('--bits') ? args : ['-b', '6', ...args], backend)).toBe(sha256)
  })

  it('of the bundled sample are the bytes that they were', () => {
    expect(sha256Of(sample, ['--label', 'y', '--loss', 'logistic'], backend)).toBe(
      'e9670f430d269a0ed17c835d713be9c7ce0bacde503386a684eeb3986c1e42da',
    )
  })
})

import type { DatasetEntry } from './dataset-entry.js'

const sentimentArchive = 'https://www.cs.jhu.edu/~mdredze/datasets/sentiment/processed_acl.tar.gz'
const libsvm = 'https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets'

const sentimentSums: Readonly<Record<string, readonly [positive: string, negative: string]>> = {
  books: [
    'd27a35a59e99b2c2d56731cad8d63870f8a3b9063a70bf8c18862e0a107cdd02',
    '42e4d7e63f429e396de0db87b814f8c6a4b4948d34c94524725b0fe2944a0ff4',
  ],
  dvd: [
    '7e3a2655f9afd141bba569d0df6a4444f6bfa3c28daf243f21125c757940b563',
    '9f0c977cf863f361f1f9961dc9e8c2b88630902da3eb5fd880146445144c355d',
  ],
  electronics: [
    '38d0ee5fd4147cfaff427b7f8c1ea9aacbb1fd383d51676288b7af5947fe039f',
    '497d95c1ce079d2db672f9d2efa9cc02ba4ebd2a525f7b2495233305def11616',
  ],
  kitchen: [
    '30fd84894433ee9dd7f7aa3da6f858811104e364528719be2d77372295c7d3b3',
    '674510d22f8f0b27790d323ef8633408777e92c122e801ee4ba02bb001d1d798',
  ],
}

const sentiment = Object.entries(sentimentSums).map(([domain, sums]): DatasetEntry => {
  const file = (
    name: 'positive' | 'negative',
    label: number,
    sha256: string,
  ): DatasetEntry['files'][number] => ({
    path: `sentiment/${domain}/${name}.review.gz`,
    url: sentimentArchive,
    member: `processed_acl/${domain}/${name}.review`,
    rows: 1000,
    sha256,
    label,
  })
  return {
    id: domain,
    title: `Multi-domain sentiment, ${domain}`,
    task: 'binary',
    page: 'https://www.cs.jhu.edu/~mdredze/datasets/sentiment/',
    licence: 'for research',
    files: [file('positive', 1, sums[0]), file('negative', -1, sums[1])],
    format: 'sentiment',
    label: 'positive is +1, negative -1; counts of words and pairs of words, scaled to unit length',
  }
})

/** The text sets of Streeter and McMahan. */
export const textDatasets: readonly DatasetEntry[] = [
  ...sentiment,
  {
    id: 'news20',
    title: 'news20.binary (LIBSVM)',
    task: 'binary',
    page: `${libsvm}/binary.html#news20.binary`,
    licence: 'as 20 Newsgroups: for research',
    files: [
      {
        path: 'news20.binary.gz',
        url: `${libsvm}/binary/news20.binary.bz2`,
        member: 'news20.binary',
        rows: 19996,
      },
    ],
    format: 'svmlight',
    label: '-1, +1',
  },
  {
    id: 'rcv1',
    title: 'rcv1.binary (LIBSVM), the test part',
    task: 'binary',
    page: `${libsvm}/binary.html#rcv1.binary`,
    licence: 'as Reuters RCV1: for research',
    files: [
      {
        path: 'rcv1_test.binary.gz',
        url: `${libsvm}/binary/rcv1_test.binary.bz2`,
        member: 'rcv1_test.binary',
        rows: 677399,
      },
    ],
    sample: {
      path: 'rcv1_small.vw.gz',
      rows: 1000,
      sha256: '348d59a15f8161852b817fedd45a0a9efa5e2602ea86d9e920ba7079f633e084',
      description: '1,000 of 677,399 rows',
    },
    format: 'svmlight',
    label: '-1, +1',
  },
  {
    id: 'news20-topics',
    title: 'news20 (LIBSVM), 20 classes',
    task: 'classes',
    page: `${libsvm}/multiclass.html#news20`,
    licence: 'as 20 Newsgroups: for research',
    files: [
      {
        path: 'news20.svmlight.gz',
        url: `${libsvm}/multiclass/news20.bz2`,
        member: 'news20',
        rows: 15935,
        sha256: '1d6eb77c42e1c78e86f36af834268de933da3607f38e3703aef15f7a9f11e506',
      },
    ],
    format: 'svmlight',
    classes: 20,
    label: 'classes 1 .. 20',
  },
]

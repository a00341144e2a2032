import type { DatasetEntry } from './dataset-entry.js'

const uci = 'https://archive.ics.uci.edu'
const licence = 'CC BY 4.0'
const oneTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

/** The sets of Ross et al., all from the UCI repository. */
export const uciDatasets: readonly DatasetEntry[] = [
  {
    id: 'bank',
    title: 'Bank Marketing',
    task: 'binary',
    page: `${uci}/dataset/222/bank+marketing`,
    licence,
    files: [
      {
        path: 'bank-full.csv.gz',
        url: `${uci}/static/public/222/bank+marketing.zip`,
        member: 'bank.zip/bank-full.csv',
        rows: 45211,
        sha256: 'd1513ec63b385506f7cfce9f2c5caa9fe99e7ba4e8c3fa264b3aaf0f849ed32d',
      },
    ],
    format: 'csv',
    options: { label: 'y', positive: 'yes' },
    numeric: ['age', 'balance', 'day', 'duration', 'campaign', 'pdays', 'previous'],
    label: 'column y: yes is +1 (5,289), no is -1',
  },
  {
    id: 'census',
    title: 'Census-Income (KDD)',
    task: 'binary',
    page: `${uci}/dataset/117/census+income+kdd`,
    licence,
    files: [
      {
        path: 'census-income.data.gz',
        url: `${uci}/static/public/117/census+income+kdd.zip`,
        member: 'census.tar.gz/census-income.data',
        rows: 199523,
        sha256: '3676a81db7d3528f3f8b9f3c699d0f0aa28db45e6e994fa0b8ed38327539ee86',
      },
    ],
    format: 'csv',
    options: { header: false, label: -1, positive: '50000+.', ignore: [25] },
    numeric: [1, 3, 4, 6, 17, 18, 19, 31, 37, 39, 40, 41],
    label: 'last column: 50000+. is +1 (6.2%); column 25, the survey weight, is left out',
  },
  {
    id: 'covertype',
    title: 'Covertype',
    task: 'classes',
    page: `${uci}/dataset/31/covertype`,
    licence,
    files: [
      {
        path: 'covtype.data.gz',
        url: `${uci}/static/public/31/covertype.zip`,
        member: 'covtype.data.gz',
        rows: 581012,
        sha256: '0a9371cef7c964b5475d6053cc3e0894a5aa6f65ad1ed3ecb01c45aa96217945',
      },
    ],
    format: 'csv',
    options: { header: false, label: -1 },
    numeric: oneTo(54),
    classes: 7,
    label: 'last column: classes 1 .. 7',
  },
  {
    id: 'ct',
    title: 'Relative location of CT slices on axial axis',
    task: 'regression',
    page: `${uci}/dataset/206/relative+location+of+ct+slices+on+axial+axis`,
    licence,
    files: [
      {
        path: 'slice_localization_data.csv.gz',
        url: `${uci}/static/public/206/relative+location+of+ct+slices+on+axial+axis.zip`,
        member: 'slice_localization_data.zip/slice_localization_data.csv',
        rows: 53500,
      },
    ],
    sample: {
      path: 'slice_localization_data.first682rows.csv.gz',
      rows: 682,
      sha256: '16a35de3aa691787e379e42493f000204822cda492b642a03069a580003c2976',
      description: '682 of 53,500 rows',
    },
    format: 'csv',
    options: { header: true, label: 'reference', ignore: ['patientId'] },
    numeric: oneTo(384).map((n) => `value${n - 1}`),
    labelShift: -47,
    label: 'column reference less 47: the height of the slice',
  },
  {
    id: 'msd',
    title: 'YearPredictionMSD (Million Song Dataset)',
    task: 'regression',
    page: `${uci}/dataset/203/yearpredictionmsd`,
    licence,
    files: [
      {
        path: 'YearPredictionMSD.csv.gz',
        url: `${uci}/static/public/203/yearpredictionmsd.zip`,
        member: 'YearPredictionMSD.txt.zip/YearPredictionMSD.txt',
        rows: 515345,
      },
    ],
    sample: {
      path: 'YearPredictionMSD.sample.csv.gz',
      rows: 16858,
      sha256: 'cd71c4a1adf4d49b1c221858e2c7c3336ef68d06c6bf44bbc0d05cd020bd3261',
      description: '16,858 of 515,345 rows',
    },
    format: 'csv',
    options: { header: false, label: 1 },
    numeric: oneTo(90).map((n) => n + 1),
    labelShift: -1998,
    label: 'first column, the year, less 1998',
  },
  {
    id: 'shuttle',
    title: 'Statlog (Shuttle), training part',
    task: 'classes',
    page: `${uci}/dataset/148/statlog+shuttle`,
    licence,
    files: [
      {
        path: 'shuttle.trn.gz',
        url: `${uci}/static/public/148/statlog+shuttle.zip`,
        member: 'shuttle.trn.Z',
        rows: 43500,
        sha256: '87b24ee9fb5137e1d417659cf905d84d0e15342bbaa60770f1ae83da1a38200a',
      },
    ],
    format: 'csv',
    options: { header: false, label: -1, delimiter: 'space' },
    numeric: oneTo(9),
    classes: 7,
    label: 'last column: classes 1 .. 7; class 1 are 34,108',
  },
]

/** Tables from elsewhere. */
export const otherTables: readonly DatasetEntry[] = [
  {
    id: 'electricity',
    title: 'Electricity (Elec2)',
    task: 'binary',
    page: 'https://www.openml.org/d/151',
    licence: 'public',
    files: [
      {
        path: 'electricity.csv.gz',
        rows: 45312,
        sha256: 'b96c120acb05078af777ec49113a682200a38f4ea93944af27b813c282184b79',
      },
    ],
    format: 'csv',
    options: { label: 'class', positive: '1' },
    numeric: ['period', 'nswprice', 'nswdemand', 'vicprice', 'vicdemand', 'transfer'],
    label: 'column class: 1, the price rises, is +1; without date and day',
  },
  {
    id: 'california',
    title: 'California housing',
    task: 'regression',
    page: 'https://www.dcc.fc.up.pt/~ltorgo/Regression/cal_housing.html',
    licence: 'public',
    files: [
      {
        path: 'cal_housing.data.gz',
        rows: 20640,
        sha256: '22765e46e56a449c6e095c53d3c89da5cbd0d8778d94b5667e7c3ed8578f7e8c',
      },
    ],
    format: 'csv',
    options: { label: 'medianHouseValue' },
    numeric: [
      'longitude',
      'latitude',
      'housingMedianAge',
      'totalRooms',
      'totalBedrooms',
      'population',
      'households',
      'medianIncome',
    ],
    label: 'column medianHouseValue',
  },
]

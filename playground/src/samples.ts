import bank from '../../data-sample/bank.csv.gz?inline'

/** A question that a click asks of the bundled sample. */
export interface Sample {
  readonly title: string
  readonly label: string
}

export const samples: readonly Sample[] = [
  { title: 'who subscribes? (two classes)', label: 'y' },
  { title: 'who is married? (three classes)', label: 'marital' },
  { title: 'how old? (numbers)', label: 'age' },
]

/** Returns the bundled sample as a file. */
export async function sampleFile(): Promise<File> {
  return new File([await (await fetch(bank)).blob()], 'bank.csv.gz')
}

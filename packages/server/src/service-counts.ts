/** What a server has done since it started. */
export interface ServiceCounts {
  predicted: number
  learned: number
  explained: number
  /** examples that were refused, by the code of the error */
  readonly refused: Map<string, number>
  /** failed writes of the log */
  unwritten: number
}

export function createCounts(): ServiceCounts {
  return { predicted: 0, learned: 0, explained: 0, refused: new Map(), unwritten: 0 }
}

/** Bytes that a model takes in memory. */
export interface MemoryUse {
  /** of the table of weights */
  readonly table: number
  /** of the index of its features, with bits 'grow' or a rule with a matrix; otherwise 0 */
  readonly index: number
}

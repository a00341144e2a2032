/**
 * A piecewise linear loss: the maximum of 0, below (z - at) - |below| slack and above (z - at) - |above| slack; with
 * slack 0, the maximum of the last two.
 */
export interface Kink {
  /** the score where the pieces join */
  readonly at: number
  /** the derivatives below and above it */
  readonly below: number
  readonly above: number
  /** half the width of the piece without loss between the two; absent: 0 */
  readonly slack?: number
}

/**
 * A loss: z is the score at which it is taken, y the label, p the first parameter of the loss (0 if it has none). Twin:
 * native/core/losses/loss.h.
 */
export interface LossTwin {
  value(z: number, y: number, p: number): number
  /** d value / d z */
  derivative(z: number, y: number, p: number): number
  /**
   * The importance-aware step u: the limit of infinitely many small gradient steps of total size `k`, when a unit of
   * step moves the score by `ppu` > 0. The score afterwards is z + u * ppu; |u| <= k |derivative|.
   * Karampatziakis and Langford, Online Importance Weight Aware Updates (2011), table 1.
   */
  invariant(z: number, y: number, k: number, ppu: number, p: number): number
  /**
   * The points where the derivative jumps, for a piecewise linear loss; undefined for a loss with a continuous
   * derivative. A search for the best fixed weights chooses its method by this.
   */
  readonly kink: ((y: number, p: number) => Kink) | undefined
}

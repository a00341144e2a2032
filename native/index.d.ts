import type { Backend, Chunk, TokenPlan, Tokens } from '@ol/spec'

/** What the addon says of itself, to be held against the tables of @ol/spec. */
export interface Manifest {
  readonly rules: readonly {
    readonly id: string
    readonly code: number
    readonly lane: number
    readonly shared: number
    readonly scalars: number
    readonly laneScalars: number
    readonly params: number
  }[]
  readonly losses: readonly string[]
}

export interface Native {
  readonly backend: Backend
  readonly manifest: Manifest
  /** the instruction sets of this machine that lanes can run on, narrowest first */
  readonly tiers: readonly string[]
  /** the one they run on: the widest, unless another was asked for */
  tier(): string
  useTier(name: string): boolean
  /** exp, log or log1p over an array in place, for tests */
  math(name: 'exp' | 'log' | 'log1p', values: Float64Array): void
  /** `tokenize` of a tier, for tests: 0 scalar, 1 with vectors, 2 the best that the machine allows */
  tokenize(plan: TokenPlan, chunk: Chunk, out: Tokens, tier: 0 | 1 | 2): void
}

/**
 * Loads the addon. `missing` says why there is none; an addon that is there but damaged, foreign or of another
 * version throws OLError OL_ADDON_BROKEN.
 */
export function load(): Native | { readonly missing: string }

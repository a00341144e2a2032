import type { TextBackend } from '@ol/spec'

/** The addon's description of itself, to be held against the tables of @ol/spec. */
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
  readonly losses: readonly { readonly id: string; readonly code: number }[]
}

export interface Native {
  readonly backend: TextBackend
  readonly manifest: Manifest
  /** the instruction sets of this machine that lanes and tokenizers can run on, narrowest first */
  readonly tiers: readonly string[]
  /** the one they run on: the widest, unless another was requested */
  tier(): string
  useTier(name: string): boolean
  /** exp, log or log1p over an array in place, for tests */
  math(name: 'exp' | 'log' | 'log1p', values: Float64Array): void
}

/**
 * Loads the addon. `missing` says why there is none; an addon that is there but corrupt, foreign or of another
 * version throws OLError OL_ADDON_BROKEN.
 */
export function load(): Native | { readonly missing: string }

/** Inputs that were findings once, by target and seed: each is run on every push. */
export const corpus: readonly (readonly [target: string, seed: number, found: string])[] = []

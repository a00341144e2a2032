/** Called by vitest before the first test: tests of the repository load what is built. */
export async function setup(): Promise<void> {
  const { refuseStale } = (await import(new URL('../scripts/up-to-date.mjs', import.meta.url).href)) as {
    refuseStale(): void
  }
  refuseStale()
}

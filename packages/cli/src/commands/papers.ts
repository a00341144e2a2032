import { ExitError, systemCode } from '../exit.js'

export type Experiments = typeof import('@ol/experiments')

/** The package of the experiments, which a plain installation is without. */
export async function loadExperiments(): Promise<Experiments> {
  try {
    return await import('@ol/experiments')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : systemCode(error)
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error
    const text = 'the experiments are a package of their own: npm install @ol/experiments'
    throw new ExitError(69, text, error)
  }
}

import { ExitError, systemCode } from '../exit.js'

export type Experiments = typeof import('@ol/experiments')

/** Loads the package of the experiments, which is optional. */
export async function loadExperiments(): Promise<Experiments> {
  try {
    return await import('@ol/experiments')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : systemCode(error)
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error
    const text = 'expected the package @ol/experiments but it is not installed: npm install @ol/experiments'
    throw new ExitError(69, text, error)
  }
}

import { statSync } from 'node:fs'
import { OLError } from '@ol/spec'
import { datasetOf, isPublished } from './datasets.js'
import { find } from './find-dataset.js'

/**
 * Refuses a folder that has none of the data sets that experiments read; tables report single missing sets.
 *
 * @throws OLError OL_FILE_MISSING
 */
export function requireData(
  chosen: readonly { readonly datasets: readonly string[] }[],
  folder: string,
): void {
  const ids = [...new Set(chosen.flatMap(({ datasets }) => datasets))]
  if (ids.length === 0) return
  const published = ids.filter((id) => isPublished(datasetOf(id)))
  const help = `ol-cli datasets fetch ${published.join(' ')} --data DIR downloads them`
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw missing(`expected a folder of data sets but there is none at ${folder}; ${help}`, folder)
  if (ids.every((id) => find(datasetOf(id), folder).state === 'missing'))
    throw missing(
      `expected one of the data sets ${ids.join(', ')} in ${folder} but none is there; ${help}`,
      folder,
    )
}

function missing(message: string, file: string): OLError {
  return new OLError('OL_FILE_MISSING', message, { value: file, file })
}

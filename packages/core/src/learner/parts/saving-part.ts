import type { SlicedWrite } from '@ol/platform'
import type { ModelState } from '../../model/model-file.js'
import { modelToFile } from '../../model/model-io.js'
import { WorkInFlight as Busy } from '../../run/in-flight.js'
import { Snapshots } from '../../table/snapshots.js'
import type { Steps } from '../../table/steps.js'
import type { BusyPart } from '../state-parts.js'

/** What writes models to files. */
export interface SavingPart extends BusyPart {
  readonly saveModel: typeof saveModel
}

/** Writes the model of now to a file, while it goes on learning; `stored`: what the file stores. */
async function saveModel(
  path: string,
  busy: Busy,
  stored: (snapshots: Snapshots) => Steps<ModelState>,
): Promise<void> {
  let file: SlicedWrite | undefined
  const snapshots = new Snapshots(() => file?.takeAll())
  try {
    file = modelToFile(path, stored(snapshots))
    await busy.overSave(file)
  } finally {
    snapshots.release()
  }
}

export const saving: SavingPart = { Busy, saveModel }

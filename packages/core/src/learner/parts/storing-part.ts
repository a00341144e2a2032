import { modelSize } from '../../model/model-file.js'
import { modelFromBytes, modelFromFile, modelToBytes } from '../../model/model-io.js'
import { jsonCopy } from '../../options/json.js'
import { refusePredictOnly, settingsUnder } from '../../options/model-options.js'
import { storedModel } from '../save-options.js'
import type { ResumingPart } from '../state-parts.js'
import { modelOf } from '../stored-state.js'

/** What makes the bytes of model files, and models of them. */
export interface StoringPart extends ResumingPart {
  readonly modelOf: typeof modelOf
  readonly modelFromBytes: typeof modelFromBytes
  readonly modelFromFile: typeof modelFromFile
  readonly modelSize: typeof modelSize
  readonly modelToBytes: typeof modelToBytes
  readonly storedModel: typeof storedModel
}

export const storing: StoringPart = {
  jsonCopy,
  modelOf,
  modelFromBytes,
  modelFromFile,
  modelSize,
  modelToBytes,
  refusePredictOnly,
  settingsUnder,
  storedModel,
}

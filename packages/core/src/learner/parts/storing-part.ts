import { modelSize } from '../../model/model-file.js'
import { modelFromBytes, modelFromFile, modelToBytes } from '../../model/model-io.js'

/** What makes the bytes of model files, and models of them. */
export interface StoringPart {
  readonly modelFromBytes: typeof modelFromBytes
  readonly modelFromFile: typeof modelFromFile
  readonly modelSize: typeof modelSize
  readonly modelToBytes: typeof modelToBytes
}

export const storing: StoringPart = { modelFromBytes, modelFromFile, modelSize, modelToBytes }

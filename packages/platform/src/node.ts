export type {
  FileStat,
  MemoryFacts,
  NewFile,
  OptionalPackage,
  Output,
  Patch,
  Pieces,
  RandomAccess,
  SlicedWrite,
  StreamCompression,
} from './contract.js'
export { corruptData } from './corrupt.js'
export { joinedCrc32 } from './crc32.js'
export { disposeWhereKnown } from './dispose.js'
export { createFile, writeAtomic, writeWhole } from './node/atomic.js'
export { bytesRead } from './node/bytes-read.js'
export { crc32 } from './node/crc32.js'
export { decompress } from './node/decompress.js'
export { isRegular, isSameFile, openRandom, readPath, readStdin, statPath } from './node/files.js'
export { matchingPaths } from './node/glob.js'
export { identityOf } from './node/identity.js'
export { env, loadsPackages, optionalPackage, processors } from './node/machine.js'
export { knowsMemory, memory, memoryFacts } from './node/memory.js'
export { checkSpace, checkWritable, freeSpace, isWritable, openOutput } from './node/output.js'
export { writeInSlices } from './node/sliced.js'
export { isAscii, isUtf8 } from './node/utf8.js'
export { areZero } from './node/zeros.js'
export { checkRange } from './range.js'
export { fromWeb, toWeb, type Watched } from './web-streams.js'

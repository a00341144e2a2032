import { dirname } from 'node:path'
import { OLError } from '@ol/spec'

/** The action that failed; it determines the meaning of a missing part of the path. */
export type FileAction = 'read' | 'write' | 'sync'

const messages: Record<FileAction, string> = {
  read: 'the file cannot be read',
  write: 'the file cannot be written',
  sync: 'the file is written, but its folder cannot be synced',
}

/** Returns the error for a system error about a file. */
export function fileError(path: string, cause: unknown, action: FileAction): OLError {
  if (cause instanceof OLError) return cause
  const { code, message } = cause as NodeJS.ErrnoException
  const detail = { file: path, value: path, cause }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const text =
      action === 'read' ? 'there is no such file' : `there is no folder ${dirname(path)}: create it first`
    return new OLError('OL_FILE_MISSING', text, detail)
  }
  if (code === 'EISDIR') return new OLError('OL_FILE_DIRECTORY', 'the path is a directory', detail)
  return new OLError('OL_FILE_UNREADABLE', `${messages[action]}: ${message}`, detail)
}

/** Returns the error for a path that exists and is not a regular file. */
export function notRegular(path: string): OLError {
  return new OLError('OL_FILE_UNREADABLE', 'the path is not a regular file: name another file', {
    file: path,
    value: path,
  })
}

/** Returns the error for a path that is a directory. */
export function isDirectory(path: string): OLError {
  return fileError(path, { code: 'EISDIR' }, 'read')
}

/** Returns the error for a path that something is mounted on. */
export function mountPoint(path: string): OLError {
  const text =
    'something is mounted on this path, so no file can replace it: mount its folder, or name another file'
  return new OLError('OL_FILE_UNREADABLE', text, { file: path, value: path })
}

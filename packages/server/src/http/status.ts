import { type ErrorCode, OLError } from '@ol/spec'

const statuses: Partial<Record<ErrorCode, number>> = {
  OL_LIMIT: 503,
  OL_STORE: 503,
  OL_BUSY: 503,
  OL_MEMORY: 503,
  OL_PREDICT_ONLY: 403,
  OL_LINE_LONG: 413,
}

/** Returns the HTTP status of an error: 400 for a fault of the request, 500 for a fault of the server. */
export function statusOf(error: unknown): number {
  if (error instanceof OLError) return statuses[error.code] ?? 400
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' ? status : 500
}

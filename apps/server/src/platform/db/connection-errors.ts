const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
])
const connectionErrorMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|client was closed and is not queryable|cannot use a pool after|database is unreachable|query read timeout/i

/** The deadline of a statement or a lock has passed; the disk or the memory is full; the disk fails. */
const resourceErrorCodes = new Set(['57014', '55P03', '53100', '53200', '58030', 'ENOSPC', 'EDQUOT'])

/**
 * Returns whether the error means that the service cannot do this now and may do it later, so that a retry makes sense:
 * the database or the bucket cannot be reached, a deadline has passed, or a disk is full or fails.
 */
export function isTemporaryError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    hasErrorCode(error, resourceErrorCodes) ||
    isBusyBucket(error) ||
    isConnectionError(error) ||
    isTemporaryError(error.cause)
  )
}

/** Statuses of a bucket that refuses for now: too many requests, failed, unavailable, and full. */
const busyBucketStatuses: readonly unknown[] = [429, 500, 502, 503, 504, 507]

/** Returns whether an error is that of a bucket that fails, is overloaded or full, or gave no reply. */
function isBusyBucket(error: Error): boolean {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object' || error.$metadata === null) return false
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: unknown }
  return error.name === 'TimeoutError' || busyBucketStatuses.includes(httpStatusCode)
}

/** Returns whether the error means that the database cannot be reached. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (hasErrorCode(error, connectionErrorCodes)) return true
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  return connectionErrorMessages.test(error.message) || isConnectionError(error.cause)
}

/** Returns whether the driver gave up waiting for the reply to a statement. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

function hasErrorCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.has(error.code)
}

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
])
const connectionErrorMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after/i

/** Returns whether the error means that the database cannot be reached, so that a retry makes sense. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && connectionErrorCodes.has(error.code)) return true
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  return connectionErrorMessages.test(error.message) || isConnectionError(error.cause)
}

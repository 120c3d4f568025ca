const codes = new Set([
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
const sentences =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after/i

/** Whether an error means that the database cannot be reached, so that trying again later makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return sentences.test(error.message) || isDatabaseAway(error.cause)
}

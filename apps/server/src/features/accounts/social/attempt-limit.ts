import { minute } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'

/** A way to a provider and back are two calls. Each start writes a row, and each end may call the provider. */
export const attemptsPerAddress: RateLimit = {
  name: 'social sign-in',
  per: 'address',
  max: 120,
  windowMs: 10 * minute,
  shared: true,
  auditAction: signInFailed,
}

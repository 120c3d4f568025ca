import { minute } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../platform/http/rate-limit.ts'

/**
 * Counts all passwords that are tried from one address of the network, whosever they are: 30 in five minutes let an
 * office sign in, and stop one machine that tries a common password at many accounts. An owner at another address is
 * not affected. It comes before a limit per account, so that refused calls count here too.
 */
export const passwordRateLimit: RateLimit = { name: 'password', per: 'address', max: 30, windowMs: 5 * minute }

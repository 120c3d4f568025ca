import { type RequestPasswordResetBody } from '@veranda/contract/accounts/password-reset/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { toLinkRequest } from '../one-time-links/link-request.ts'
import { resetLinkQueue, type ResetLinkJob } from './reset-link-mailer.ts'

/**
 * Asks for a link by which the password of an account can be reset. Whether there is such an account is looked up by a
 * job afterwards, so known and unknown addresses get the same reply after the same work.
 */
export async function requestPasswordReset(
  { tx, deps, request }: { tx: Tx; deps: Deps; request: RequestInfo },
  { email }: RequestPasswordResetBody,
): Promise<Result<Done>> {
  const job: ResetLinkJob = { email, requestedAt: deps.clock.now(), request: toLinkRequest(request) }
  await deps.jobs.enqueue(tx, resetLinkQueue, job)
  return ok({ done: true })
}

import { type RequestEmailChangeBody } from '@veranda/contract/accounts/email-change/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { toLinkRequest } from '../link-request.ts'
import { findOpenUser } from '../user.repository.ts'
import { emailChangeQueue, type EmailChangeJob } from './email-change-mailer.ts'

/**
 * Asks for a link to an address that the caller wants as theirs. Whether it is free is looked up by a job afterwards.
 * Refuses step-up.required (not-allowed), unless there is no address yet that could be taken away: such a user signs in
 * with a provider and has no password to enter.
 */
export async function requestEmailChange(
  { tx, actor, deps, request }: CommandContext & { request: RequestInfo },
  { email }: RequestEmailChangeBody,
): Promise<Result<Done>> {
  const user = await findOpenUser(tx, actor.id)
  if (!user) return refuse('account.not-found', 'not-found')
  if (user.email === email) return refuse('account.email-unchanged', 'invalid', { field: 'email' })
  const now = deps.clock.now()
  const caller = { actor, cookieToken: request.cookieToken }
  if (user.email !== null && (await steppedUpUntil(tx, caller, now)) === undefined) {
    return refuse('step-up.required', 'not-allowed')
  }
  const job: EmailChangeJob = { userId: actor.id, email, requestedAt: now, request: toLinkRequest(request) }
  await deps.jobs.enqueue(tx, emailChangeQueue, job)
  return ok({ done: true })
}

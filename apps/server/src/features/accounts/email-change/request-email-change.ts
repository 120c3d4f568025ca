import { type RequestEmailChangeBody } from '@veranda/contract/accounts/email-change/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { toLinkRequest } from '../link-request.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { findOpenUser } from '../user.repository.ts'
import { emailChangeQueue, type EmailChangeJob } from './email-change-mailer.ts'

/**
 * Asks for a link to an address that the caller wants as theirs. Whether it is free is looked up by a job afterwards.
 * Refuses step-up.required (not-allowed), unless there is no address yet that could be taken away: such a user signs in
 * with a provider and has no password to enter.
 */
export async function requestEmailChange(
  ctx: CommandContext & { request: RequestInfo },
  { email }: RequestEmailChangeBody,
): Promise<Result<Done>> {
  const { tx, actor, deps, request } = ctx
  const user = await findOpenUser(tx, actor.id)
  if (!user) return refuse('account.not-found', 'not-found')
  if (user.email === email) return refuse('account.email-unchanged', 'invalid', { field: 'email' })
  if (user.email !== null) {
    const confirmed = await requireStepUp(ctx, 'any')
    if (!confirmed.ok) return confirmed
  }
  const requestedAt = deps.clock.now()
  const job: EmailChangeJob = { userId: actor.id, email, requestedAt, request: toLinkRequest(request) }
  await deps.jobs.enqueue(tx, emailChangeQueue, job)
  return ok({ done: true })
}

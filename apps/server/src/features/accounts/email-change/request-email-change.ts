import { type RequestEmailChangeBody } from '@veranda/contract/accounts/email-change/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { allowedStepUpMethods } from '@veranda/core/accounts/step-up/step-up.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { toLinkRequest } from '../one-time-links/link-request.ts'
import { readStepUpFacts } from '../step-up/reauthenticate.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { findOpenUser } from '../user.repository.ts'
import { emailChangeQueue, type EmailChangeJob } from './email-change-mailer.ts'

/**
 * Asks for a link to an address that the caller wants as theirs. Whether it is free is looked up by a job afterwards.
 * Refuses step-up.required (not-allowed), unless it is the first address of a user who has no way to confirm: they sign in
 * with a provider that proves nothing, and are confirmed by mail from then on.
 */
export async function requestEmailChange(
  ctx: CommandContext & { request: RequestInfo },
  { email }: RequestEmailChangeBody,
): Promise<Result<Done>> {
  const { tx, actor, deps, request } = ctx
  const user = await findOpenUser(tx, actor.id)
  if (!user) return refuse('account.not-found', 'not-found')
  if (user.email === email) return refuse('account.email-unchanged', 'invalid', { field: 'email' })
  const { facts } = await readStepUpFacts(tx, actor, deps)
  if (user.email !== null || allowedStepUpMethods(facts).length > 0) {
    const confirmed = await requireStepUp(ctx, 'any')
    if (!confirmed.ok) return confirmed
  }
  const requestedAt = deps.clock.now()
  const job: EmailChangeJob = { userId: actor.id, email, requestedAt, request: toLinkRequest(request) }
  await deps.jobs.enqueue(tx, emailChangeQueue, job)
  return ok({ done: true })
}

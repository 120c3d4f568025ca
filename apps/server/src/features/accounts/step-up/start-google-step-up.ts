import { type LinkStart } from '@veranda/contract/accounts/social/schemas.ts'
import { type StartGoogleStepUpBody } from '@veranda/contract/accounts/step-up/schemas.ts'
import { allowedStepUpMethods } from '@veranda/core/accounts/step-up/step-up.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'
import { findSubject } from '../social/identity.repository.ts'
import { startAttempt } from '../social/start-attempt.ts'
import { readStepUpFacts } from './reauthenticate.ts'

type StartContext = CommandContext & { readonly request: RequestInfo; readonly replyHeaders: ReplyHeaders }

/**
 * Sends a user who has no password, codes or address to Google, to sign in there again. The callback confirms them, if Google proves that
 * they did. Refuses step-up.method-not-allowed.
 */
export async function startGoogleStepUp(ctx: StartContext, { to }: StartGoogleStepUpBody): Promise<Result<LinkStart>> {
  const { tx, actor, deps } = ctx
  const { facts } = await readStepUpFacts(tx, actor, deps)
  const subject = await findSubject(tx, actor.id, 'google')
  if (!allowedStepUpMethods(facts).includes('google') || subject === undefined) {
    return refuse('step-up.method-not-allowed', 'not-allowed')
  }
  const stepUp = { sessionId: actor.sessionId, subject }
  return ok({ url: await startAttempt(ctx, { provider: 'google', to, stepUp }) })
}

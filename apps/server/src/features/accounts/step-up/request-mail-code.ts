import { type Done } from '@veranda/contract/shared-schemas.ts'
import { allowedStepUpMethods } from '@veranda/core/accounts/step-up.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { mailCodeQueue, type MailCodeJob } from './mail-code-mailer.ts'
import { readStepUpFacts } from './reauthenticate.ts'

/** Asks for a code by mail, for a user who has no other method. Refuses step-up.method-not-allowed. */
export async function requestMailCode({ tx, actor, deps }: CommandContext): Promise<Result<Done>> {
  const { facts } = await readStepUpFacts(tx, actor, deps)
  if (!allowedStepUpMethods(facts).includes('mail-code')) return refuse('step-up.method-not-allowed', 'not-allowed')
  const job: MailCodeJob = { userId: actor.id, sessionId: actor.sessionId }
  await deps.jobs.enqueue(tx, mailCodeQueue, job)
  return ok({ done: true })
}

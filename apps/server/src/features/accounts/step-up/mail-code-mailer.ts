import { type Done } from '@veranda/contract/shared-schemas.ts'
import { allowedStepUpMethods, mailCodeLifetimeMs } from '@veranda/core/accounts/step-up/step-up.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { t } from '../../../platform/i18n.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { removeMailCode, writeMailCode } from './mail-code.ts'
import { readStepUpFacts } from './reauthenticate.ts'

export const mailCodeQueue = 'accounts.step-up-codes'
export type MailCodeJob = { userId: string; sessionId: string }

/** Asks for a code by mail, for a user who has neither a password nor codes of an app. Refuses step-up.method-not-allowed. */
export async function requestMailCode({ tx, actor, deps }: CommandContext): Promise<Result<Done>> {
  const { facts } = await readStepUpFacts(tx, actor, deps)
  if (!allowedStepUpMethods(facts).includes('mail-code')) return refuse('step-up.method-not-allowed', 'not-allowed')
  const job: MailCodeJob = { userId: actor.id, sessionId: actor.sessionId }
  await deps.jobs.enqueue(tx, mailCodeQueue, job)
  return ok({ done: true })
}

/**
 * Makes the code and mails it, to the address of the account at that time. The code exists in this process and in the
 * mail alone: a job in the database would keep it for days. One whose mail was refused is deleted, and the retry makes
 * another.
 */
export const mailCodeMailer = worker<MailCodeJob>(mailCodeQueue, async (job, deps) => {
  const made = await transact(deps, async (tx) => {
    const user = await tx
      .selectFrom('users as u')
      .innerJoin('sessions as s', 's.user_id', 'u.id')
      .select(['u.email', 'u.first_name', 'u.language'])
      .where('u.id', '=', job.userId)
      .where('s.id', '=', job.sessionId)
      .where('u.closed_at', 'is', null)
      .executeTakeFirst()
    // Signed out since.
    if (!user || user.email === null) return undefined
    return { ...user, email: user.email, code: await writeMailCode(tx, deps, job) }
  })
  if (!made) return
  try {
    await deps.gateways.mail.send(toMail(made))
  } catch (error) {
    await removeMailCode(deps.db, job.sessionId)
    throw error
  }
})

type MadeCode = {
  readonly email: string
  readonly first_name: string
  readonly language: string
  readonly code: string
}

function toMail({
  email,
  first_name: name,
  language,
  code,
}: MadeCode): Parameters<Deps['gateways']['mail']['send']>[0] {
  const params = { name, code, count: mailCodeLifetimeMs / minute }
  const parts = ['mail.greeting', 'mail.code', 'mail.unexpected'] as const
  return {
    to: email,
    subject: t('accounts/step-up', 'mail.subject', {}, language),
    text: parts.map((key) => t('accounts/step-up', key, params, language)).join('\n\n'),
  }
}

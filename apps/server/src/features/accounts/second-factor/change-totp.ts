import {
  type NewTotp,
  type RecoveryCodes,
  type SecondFactor,
  type TurnOnTotpBody,
} from '@veranda/contract/accounts/second-factor/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { formatRecoveryCode, totpSetUpLifetimeMs } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { canTurnOffTotp, totpActionsFor } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import { readSignInMethods } from '../social/identity.repository.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { findOpenUser, lockOpenUser } from '../user.repository.ts'
import { countRecoveryCodes, removeRecoveryCodes, writeRecoveryCodes } from './recovery-code.repository.ts'
import {
  confirmTotp,
  insertUnconfirmedTotp,
  lockTotp,
  readTotpSince,
  removeTotp,
  consumeTotpStep,
} from './totp.repository.ts'
import { findTotpStep, makeTotpSecret, totpAddress } from './totp.ts'
import { wrongCode } from './consume-code.ts'

type SecondFactorContext = CommandContext & { readonly request: RequestInfo }

const alreadyOn = refuse('second-factor.already-on', 'conflict')
const notOn = refuse('second-factor.not-on', 'conflict')

/** Returns what the caller signs in with besides the first factor. */
export async function readSecondFactor(ctx: CommandContext): Promise<SecondFactor> {
  const { tx, actor } = ctx
  const since = await readTotpSince(tx, actor.id)
  return {
    totpSince: since && toIso(since),
    recoveryCodesLeft: await countRecoveryCodes(tx, actor.id),
    actions: totpActionsFor(await readSignInMethods(ctx, actor.id)),
  }
}

/** Makes a secret for the caller's authenticator app, after a step-up. It counts for nothing until `turnOnTotp`. */
export async function startTotp(ctx: SecondFactorContext): Promise<Result<NewTotp>> {
  const { tx, actor, deps } = ctx
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  const user = await findOpenUser(tx, actor.id)
  const secret = makeTotpSecret()
  const isWritten = await insertUnconfirmedTotp(tx, deps, { userId: actor.id, secret, at: deps.clock.now() })
  if (!user || !isWritten) return alreadyOn
  return ok({ secret, address: totpAddress(secret, user.email ?? user.name) })
}

/**
 * Makes sign-ins ask for codes, after a first right one. Returns recovery codes, and ends the user's other sessions where
 * they want that. Refuses second-factor.wrong-code, second-factor.already-on, and second-factor.set-up-expired (expired)
 * for a secret that has waited too long for its first code.
 */
export async function turnOnTotp(
  ctx: SecondFactorContext,
  { code, endOtherDevices }: TurnOnTotpBody,
): Promise<Result<RecoveryCodes>> {
  const { tx, actor, deps, request } = ctx
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  const totp = await lockTotp(tx, deps, actor.id)
  if (totp && totp.confirmedAt !== null) return alreadyOn
  const at = deps.clock.now()
  if (totp && after(totp.createdAt, totpSetUpLifetimeMs) <= at) return refuse('second-factor.set-up-expired', 'expired')
  const step = totp && findTotpStep(totp.secret, code)
  if (step === undefined) return wrongCode
  await confirmTotp(tx, actor.id, at)
  await consumeTotpStep(tx, actor.id, step)
  const codes = await writeRecoveryCodes(tx, deps, { userId: actor.id, at })
  const endedSessions = endOtherDevices ? await endOtherSessions(ctx, actor.id, actor.sessionId) : 0
  const data = { userId: actor.id, endedSessions }
  await appendSecurityEvent(ctx, { type: 'account.totp-turned-on', data })
  await recordAudit(tx, { action: 'account.totp-turned-on', userId: actor.id, actorId: actor.id, at, request })
  return ok({ codes: codes.map(formatRecoveryCode) })
}

/**
 * Makes sign-ins ask for no code any more, and deletes the recovery codes. Refuses second-factor.not-on, and
 * second-factor.last-sign-in-method (conflict) when the user could not sign in any more.
 */
export async function turnOffTotp(ctx: SecondFactorContext): Promise<Result<Done>> {
  const { tx, actor, deps, request } = ctx
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  // Locked, so that no other sign-in method is removed meanwhile.
  await lockOpenUser(tx, actor.id)
  if (!canTurnOffTotp(await readSignInMethods(ctx, actor.id)))
    return refuse('second-factor.last-sign-in-method', 'conflict')
  if (!(await removeTotp(tx, actor.id))) return notOn
  await removeRecoveryCodes(tx, actor.id)
  await appendSecurityEvent(ctx, { type: 'account.totp-turned-off', data: { userId: actor.id } })
  const at = deps.clock.now()
  await recordAudit(tx, { action: 'account.totp-turned-off', userId: actor.id, actorId: actor.id, at, request })
  return ok({ done: true })
}

/** Makes new recovery codes in place of the old ones. Refuses second-factor.not-on. */
export async function replaceRecoveryCodes(ctx: SecondFactorContext): Promise<Result<RecoveryCodes>> {
  const { tx, actor, deps, request } = ctx
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  // Locked, so that of two calls at the same time one set is there in the end.
  const totp = await lockTotp(tx, deps, actor.id)
  if (!totp || totp.confirmedAt === null) return notOn
  const at = deps.clock.now()
  const codes = await writeRecoveryCodes(tx, deps, { userId: actor.id, at })
  await appendSecurityEvent(ctx, { type: 'account.recovery-codes-replaced', data: { userId: actor.id } })
  await recordAudit(tx, { action: 'account.recovery-codes-replaced', userId: actor.id, actorId: actor.id, at, request })
  return ok({ codes: codes.map(formatRecoveryCode) })
}

async function appendSecurityEvent({ tx, actor, deps }: CommandContext, event: AccountEvent): Promise<void> {
  const subject = { kind: 'user', id: actor.id }
  await appendEvent(tx, { ...event, subject, actor: actor.id, at: deps.clock.now() })
}

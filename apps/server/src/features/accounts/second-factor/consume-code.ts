import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { countRecoveryCodes, consumeRecoveryCode } from './recovery-code.repository.ts'
import { lockTotp, consumeTotpStep } from './totp.repository.ts'
import { findTotpStep } from './totp.ts'

type CodeContext = { readonly tx: Tx; readonly deps: Deps; readonly request: RequestInfo }
export type TypedCode = { readonly method: 'totp' | 'recovery-code'; readonly code: string }

export const wrongCode = refuse('second-factor.wrong-code', 'invalid', { field: 'code' })

/**
 * Uses up a code of the authenticator app or a recovery code. Refuses second-factor.wrong-code and
 * second-factor.code-used (both invalid, on `code`).
 */
export async function consumeCode(
  ctx: CodeContext,
  userId: UserId,
  { method, code }: TypedCode,
): Promise<Result<{ consumed: true }>> {
  return method === 'totp' ? consumeTotpCode(ctx, userId, code) : consumeOneRecoveryCode(ctx, userId, code)
}

async function consumeTotpCode(
  { tx, deps }: CodeContext,
  userId: UserId,
  code: string,
): Promise<Result<{ consumed: true }>> {
  const totp = await lockTotp(tx, deps, userId)
  const step = totp && totp.confirmedAt !== null ? findTotpStep(totp.secret, code) : undefined
  if (step === undefined) return wrongCode
  const isFresh = await consumeTotpStep(tx, userId, step)
  return isFresh ? ok({ consumed: true }) : refuse('second-factor.code-used', 'invalid', { field: 'code' })
}

async function consumeOneRecoveryCode(
  { tx, deps, request }: CodeContext,
  userId: UserId,
  typed: string,
): Promise<Result<{ consumed: true }>> {
  const at = deps.clock.now()
  if (!(await consumeRecoveryCode(tx, deps, { userId, typed, at }))) return wrongCode
  const left = await countRecoveryCodes(tx, userId)
  const event = { type: 'account.recovery-code-used', data: { userId, left } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at })
  await recordAudit(tx, { action: event.type, userId, actorId: userId, at, request, data: { left } })
  return ok({ consumed: true })
}

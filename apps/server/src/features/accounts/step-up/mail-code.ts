import { mailCodeLifetimeMs, maxWrongMailCodes } from '@veranda/core/accounts/step-up/step-up.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { createHmac, randomInt } from 'node:crypto'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type Deps } from '../../../platform/deps.ts'
import { wrongCode } from '../second-factor/consume-code.ts'

const codeDigits = 6

type CodeOwner = { readonly userId: string; readonly sessionId: string }

/** Writes a code for a session, in place of an earlier one. Returns it; the row holds only its hash. */
export async function writeMailCode(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'env'>,
  { userId, sessionId }: CodeOwner,
): Promise<string> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const values = {
    code_hash: hashCode(code, sessionId, deps),
    wrong_codes: 0,
    expires_at: new Date(after(deps.clock.now(), mailCodeLifetimeMs)),
  }
  await tx
    .insertInto('step_up_codes')
    .values({ session_id: sessionId, user_id: userId, ...values })
    .onConflict((c) => c.column('session_id').doUpdateSet(values))
    .execute()
  return code
}

/** Deletes the code of a session. */
export async function removeMailCode(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('step_up_codes').where('session_id', '=', sessionId).execute()
}

/** Uses up the code that was mailed to this session. A wrong one is counted, and the fifth ends the code. */
export async function consumeMailCode(
  { tx, actor, deps }: CommandContext,
  typed: string,
): Promise<Result<{ consumed: true }>> {
  const stored = await tx
    .selectFrom('step_up_codes')
    .select('code_hash')
    .where('session_id', '=', actor.sessionId)
    .where('expires_at', '>', timestamptz(deps.clock.now()))
    .where('wrong_codes', '<', maxWrongMailCodes)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return wrongCode
  if (stored.code_hash === hashCode(typed.replace(/\s/, ''), actor.sessionId, deps)) {
    await removeMailCode(tx, actor.sessionId)
    return ok({ consumed: true })
  }
  await tx
    .updateTable('step_up_codes')
    .set((e) => ({ wrong_codes: e('wrong_codes', '+', 1) }))
    .where('session_id', '=', actor.sessionId)
    .execute()
  return wrongCode
}

function hashCode(code: string, sessionId: string, { env }: Pick<Deps, 'env'>): string {
  return createHmac('sha256', env.secret ?? '')
    .update(`step-up ${sessionId} ${code}`)
    .digest('hex')
}

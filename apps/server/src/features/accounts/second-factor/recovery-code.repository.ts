import {
  normalizeRecoveryCode,
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '@veranda/core/accounts/second-factor/second-factor.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { createHmac, randomInt } from 'node:crypto'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type Deps } from '../../../platform/deps.ts'

/** Writes new codes in place of a user's old ones. Returns them; the rows hold only their hashes. */
export async function writeRecoveryCodes(
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  { userId, at }: { userId: UserId; at: Instant },
): Promise<string[]> {
  await removeRecoveryCodes(tx, userId)
  const codes = Array.from({ length: recoveryCodeCount }, makeCode)
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ user_id: userId, code_hash: hashCode(code, userId, deps), created_at: new Date(at) })),
    )
    .execute()
  return codes
}

/** Counts a user's codes that were not used. */
export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Uses up a code. Returns false for a wrong one and for one that was used. */
export async function consumeRecoveryCode(
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  { userId, typed, at }: { userId: UserId; typed: string; at: Instant },
): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: new Date(at) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(normalizeRecoveryCode(typed), userId, deps))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Deletes all codes of a user. */
export async function removeRecoveryCodes(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Deletes the codes of a user that were made at a time or later. */
export async function removeRecoveryCodesSince(tx: Tx, userId: UserId, since: Instant): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', timestamptz(since))
    .execute()
}

function makeCode(): string {
  const letters = Array.from(recoveryCodeAlphabet)
  return Array.from({ length: recoveryCodeLength }, () => letters[randomInt(letters.length)]).join('')
}

function hashCode(code: string, userId: UserId, { env }: Pick<Deps, 'env'>): string {
  return createHmac('sha256', env.secret ?? '')
    .update(`recovery ${userId} ${code}`)
    .digest('hex')
}

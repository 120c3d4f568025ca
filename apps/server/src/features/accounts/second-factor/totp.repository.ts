import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { openSecret, sealSecret } from '../../../platform/access/secret-box.ts'

export type StoredTotp = {
  readonly secret: string
  readonly createdAt: Instant
  readonly confirmedAt: Instant | null
}

/** Returns since when sign-ins of a user ask for codes; null while they do not. */
export async function readTotpSince(db: Db, userId: UserId): Promise<Instant | null> {
  const row = await db
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.confirmed_at ?? null
}

/** Finds a user's secret, confirmed or not, and locks its row. */
export async function lockTotp(tx: Tx, deps: Pick<Deps, 'env'>, userId: UserId): Promise<StoredTotp | undefined> {
  const row = await tx
    .selectFrom('totp_factors')
    .select(['secret', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      secret: openSecret(row.secret, { purpose: 'totp secrets', context: userId }, deps),
      createdAt: row.created_at,
      confirmedAt: row.confirmed_at,
    }
  )
}

/** Writes a secret that waits for its first code. Returns false when the user has a confirmed one. */
export async function insertUnconfirmedTotp(
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  { userId, secret, at }: { userId: UserId; secret: string; at: Instant },
): Promise<boolean> {
  const values = {
    secret: sealSecret(secret, { purpose: 'totp secrets', context: userId }, deps),
    created_at: new Date(at),
    last_used_step: null,
  }
  const written = await tx
    .insertInto('totp_factors')
    .values({ user_id: userId, ...values })
    .onConflict((c) => c.column('user_id').doUpdateSet(values).where('totp_factors.confirmed_at', 'is', null))
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Makes sign-ins ask for codes. */
export async function confirmTotp(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  await tx
    .updateTable('totp_factors')
    .set({ confirmed_at: new Date(at) })
    .where('user_id', '=', userId)
    .execute()
}

/** Uses up the codes to the end of a step. Returns false when that was done before. */
export async function consumeTotpStep(tx: Tx, userId: UserId, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('totp_factors')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where((e) => e.or([e('last_used_step', 'is', null), e('last_used_step', '<', step)]))
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Deletes the secret. Returns false when there is no confirmed one. */
export async function removeTotp(tx: Tx, userId: UserId): Promise<boolean> {
  const removed = await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

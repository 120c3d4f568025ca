import { type UserId } from '@veranda/core/ids.ts'
import { after, type Instant, minute } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { removeRecoveryCodes, removeRecoveryCodesSince } from '../second-factor/recovery-code.repository.ts'

/** A provider that was linked within this time is the one that the user registered with. */
const registrationMs = minute

/**
 * Removes what was added to an account since `since` and would open it, or keep its owner out, without the password:
 * passkeys, providers, sign-in codes and recovery codes. What the owner has had for longer stays, and so does the
 * provider that they registered with. Recovery codes that were replaced are gone for good: the owner makes new ones.
 */
export async function removeRecentSignInMethods(
  tx: Tx,
  { userId, registeredAt }: { userId: UserId; registeredAt: Instant },
  since: Instant,
): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', timestamptz(since)).execute()
  await tx
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .where('created_at', '>=', timestamptz(since))
    .where('created_at', '>', timestamptz(after(registeredAt, registrationMs)))
    .execute()
  const codes = await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    // It counts since its first code, however long before the secret was made.
    .where((e) => e.or([e('confirmed_at', 'is', null), e('confirmed_at', '>=', timestamptz(since))]))
    .executeTakeFirst()
  if (codes.numDeletedRows > 0n) await removeRecoveryCodes(tx, userId)
  else await removeRecoveryCodesSince(tx, userId, since)
}

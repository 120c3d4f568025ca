import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { removeRecoveryCodes } from '../second-factor/recovery-code.repository.ts'

/**
 * Removes what was added to an account since `since` and would open it, or keep its owner out, without the password:
 * passkeys, providers and sign-in codes. What the owner has had for longer stays.
 */
export async function removeRecentWaysIn(tx: Tx, userId: UserId, since: Instant): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', timestamptz(since)).execute()
  await tx
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .where('created_at', '>=', timestamptz(since))
    .execute()
  const codes = await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .where('created_at', '>=', timestamptz(since))
    .executeTakeFirst()
  if (codes.numDeletedRows > 0n) await removeRecoveryCodes(tx, userId)
}

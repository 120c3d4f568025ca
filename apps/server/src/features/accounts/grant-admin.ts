import { normalizeEmail } from '@veranda/core/accounts/email-address.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { transact } from '../../platform/db/transact.ts'
import { signalAfterCommit } from '../../platform/db/commit-signals.ts'
import { type Deps } from '../../platform/deps.ts'

/**
 * Makes a user an admin and ends their sessions, so that the next sign-in carries the new role. Returns the name, or
 * undefined for an unknown address.
 */
export async function grantAdmin(deps: Deps, email: string): Promise<string | undefined> {
  return transact(deps, async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ is_admin: true, role: 'admin', updated_at: new Date(deps.clock.now()) })
      .where('email', '=', normalizeEmail(email))
      .where('closed_at', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!user) return undefined
    const endedSessions = await tx.deleteFrom('sessions').where('user_id', '=', user.id).returning('id').execute()
    signalAfterCommit(tx, { endedSessions: endedSessions.map(({ id }) => id) })
    await recordAudit(tx, { action: 'account.admin-granted', userId: user.id, actorId: null, at: deps.clock.now() })
    return user.name
  })
}

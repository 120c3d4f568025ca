import { normalizeEmail } from '@veranda/core/accounts/email-address.ts'
import { type AdminRole } from '@veranda/core/admin/admin-roles.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { transact } from '../../platform/db/transact.ts'
import { signalAfterCommit } from '../../platform/db/commit-signals.ts'
import { type Deps } from '../../platform/deps.ts'

/**
 * Makes a user an admin with these roles instead of those that they had, and ends their sessions, so that the next
 * sign-in carries the new role. Returns the name, or undefined for an unknown address.
 */
export async function grantAdmin(
  deps: Deps,
  email: string,
  roles: readonly [AdminRole, ...AdminRole[]],
): Promise<string | undefined> {
  return transact(deps, async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['id', 'name', 'admin_roles'])
      .where('email', '=', normalizeEmail(email))
      .where('closed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) return undefined
    const { id: userId } = before
    const at = deps.clock.now()
    await tx
      .updateTable('users')
      .set({ is_admin: true, admin_roles: [...roles], role: 'admin', updated_at: new Date(at) })
      .where('id', '=', userId)
      .execute()
    const endedSessions = await tx.deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()
    signalAfterCommit(tx, { endedSessions: endedSessions.map(({ id }) => id) })
    const data = { before: before.admin_roles, after: roles }
    await recordAudit(tx, { action: 'account.admin-granted', userId, actorId: null, at, data })
    return before.name
  })
}

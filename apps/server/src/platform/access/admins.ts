import { type AdminPermission, adminRoles, permissionsOf } from '@veranda/core/admin/admin-roles.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../db/database.ts'
import { type Env } from '../../env.ts'

/** `id` is null for our own address. */
export type MailRecipient = { readonly id: string | null; readonly email: string; readonly language: string }

/** Returns the ids of the admins with a permission. */
export async function readAdminIds(tx: Db | Tx, permission: AdminPermission): Promise<string[]> {
  const rows = await selectAdmins(tx).where(haveRoleWith(permission)).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns who receives mails for the admins with a permission, or our own address if there are none. */
export async function readAdminRecipients(
  tx: Db | Tx,
  env: Pick<Env, 'mailFrom'>,
  permission: AdminPermission,
): Promise<MailRecipient[]> {
  const admins = await selectAdmins(tx)
    .where(haveRoleWith(permission))
    .select(['id', 'email', 'language'])
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute()
  return admins.length > 0 ? admins : [{ id: null, email: env.mailFrom, language: 'en' }]
}

const haveRoleWith = (permission: AdminPermission) => {
  const roles = adminRoles.filter((role) => permissionsOf([role]).includes(permission))
  return sql<boolean>`admin_roles && ${roles}::text[]`
}

const selectAdmins = (tx: Db | Tx) =>
  tx.selectFrom('users').where('is_admin', '=', true).where('closed_at', 'is', null).where('suspended_at', 'is', null)

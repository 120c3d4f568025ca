import { type Db, type Tx } from '../db/database.ts'
import { type Env } from '../../env.ts'

export type MailRecipient = { readonly email: string; readonly language: string }

/** Returns the ids of all admins. */
export async function readAdminIds(tx: Db | Tx): Promise<string[]> {
  const rows = await selectAdmins(tx).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns who receives mails for admins, or our own address if there are no admins. */
export async function readAdminRecipients(tx: Db | Tx, env: Pick<Env, 'mailFrom'>): Promise<MailRecipient[]> {
  const admins = await selectAdmins(tx)
    .select(['email', 'language'])
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute()
  return admins.length > 0 ? admins : [{ email: env.mailFrom, language: 'en' }]
}

const selectAdmins = (tx: Db | Tx) => tx.selectFrom('users').where('is_admin', '=', true).where('closed_at', 'is', null)

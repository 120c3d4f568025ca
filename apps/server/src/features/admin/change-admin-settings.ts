import { type AdminSettingsBody } from '@veranda/contract/admin/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'

/** Changes what an admin chose for themselves: whether mails about cases are sent to them. */
export async function changeAdminSettings(
  { tx, actor }: Pick<CommandContext, 'tx' | 'actor'>,
  { caseMails }: AdminSettingsBody,
): Promise<Result<Done>> {
  await tx
    .insertInto('admin_settings')
    .values({ admin_id: actor.id, case_mails: caseMails })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ case_mails: caseMails }))
    .execute()
  return ok({ done: true })
}

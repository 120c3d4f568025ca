import { type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { deleteUnusedFiles } from '../../platform/assets/erase-files.ts'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { clearEventTexts } from '../../platform/events/erase-events.ts'

const erasedOffer = JSON.stringify({ scope: '', milestones: [] })

/**
 * Erases what the users of a project kept for each other, once the last of them is erased: briefs, contracts, delivered
 * versions, comments and their files. Amounts, states and times stay, because the ledger refers to them.
 */
export async function eraseLeftProjects(ctx: { tx: Tx; deps: Deps }, userId: UserId): Promise<void> {
  const { tx } = ctx
  const { rows } = await sql<{ id: string }>`
    select project_id as id from project_members
    where user_id = ${userId} and is_left_project(project_id)`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const inProjects = sql`= any(${ids}::uuid[])`
  const commissions = sql`select id from commissions where project_id ${inProjects}`
  const deliverables = sql`
    select d.id from deliverables d join milestones m on m.id = d.milestone_id where m.project_id ${inProjects}`
  await sql`update projects set title = '', brief = '', skills = '{}' where id ${inProjects}`.execute(tx)
  await sql`update project_proposals set answer = '' where project_id ${inProjects}`.execute(tx)
  await sql`update commissions set message = '', requested_service = null where project_id ${inProjects}`.execute(tx)
  await sql`
    update offer_versions set content = content || ${erasedOffer}::jsonb, reason = null
    where commission_id in (${commissions})`.execute(tx)
  await sql`update milestones set title = '', description = '' where project_id ${inProjects}`.execute(tx)
  await sql`
    update change_items set text = '' where change_round_id in (
      select r.id from change_rounds r join milestones m on m.id = r.milestone_id
      where m.project_id ${inProjects})`.execute(tx)
  const pins = sql`select id from pins where project_id ${inProjects}`
  await sql`update pin_messages set text = '' where pin_id in (${pins})`.execute(tx)
  const { rows: pinned } = await sql<{ asset_id: string }>`
    delete from pin_places where pin_id in (${pins}) returning asset_id`.execute(tx)
  await sql`update deliverables set notes = '' where id in (${deliverables})`.execute(tx)
  const { rows: files } = await sql<{ file_id: string }>`
    delete from deliverable_files where deliverable_id in (${deliverables}) returning file_id`.execute(tx)
  const { rows: assets } = await sql<{ asset_id: string }>`
    delete from deliverable_assets where deliverable_id in (${deliverables}) returning asset_id`.execute(tx)
  const { rows: attached } = await sql<{ asset_id: string }>`
    delete from project_assets where project_id ${inProjects} returning asset_id`.execute(tx)
  await clearEventTexts(tx, { projectIds: ids })
  await deleteUnusedFiles(ctx, {
    assetIds: [...pinned, ...assets, ...attached].map((row) => row.asset_id),
    fileIds: files.map((row) => row.file_id),
  })
}

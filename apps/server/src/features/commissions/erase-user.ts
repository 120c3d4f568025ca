import { sql } from 'kysely'
import { type AccountObstacleQuery, type Eraser } from '../../platform/access/account-erasure.ts'
import { clearEventTexts } from '../../platform/events/erase-events.ts'
import { eraseLeftProjects } from './erase-left-projects.ts'
import { deleteUnusedAudio } from './pins/voice-notes.ts'

/** Lists commissions that are negotiated or under way. */
export const openCommissions: AccountObstacleQuery = async ({ db }, userId) => {
  const { rows } = await sql<{ id: string }>`
    select id from commissions
    where (client_id = ${userId} or creator_id = ${userId})
      and state in ('requested', 'offered', 'countered', 'accepted', 'active')`.execute(db)
  const disputed = await sql<{ count: number }>`
    select count(*) as count from milestones
    where (client_id = ${userId} or creator_id = ${userId}) and frozen and state not in ('released', 'refunded', 'split', 'charged_back', 'cancelled')`.execute(
    db,
  )
  return [
    { kind: 'commissions', count: rows.length, amounts: [] },
    { kind: 'disputes', count: disputed.rows[0]?.count ?? 0, amounts: [] },
  ]
}

/**
 * Deletes a user's voice notes, the versions that they never handed in and the briefs that no one else has seen, and
 * closes their projects. Contracts and delivered versions stay with the other side, and go with the last of them.
 */
export const commissionEraser: Eraser = {
  tables: [
    'projects',
    'project_members',
    'project_proposals',
    'project_assets',
    'voice_notes',
    'commissions',
    'offer_versions',
    'milestones',
    'deliverables',
    'deliverable_files',
    'deliverable_assets',
    'change_items',
    'pin_messages',
    'pin_places',
  ],
  async erase(ctx, { id }) {
    const { tx, deps } = ctx
    const { rows: audio } = await sql<{ sha256: string }>`
      delete from voice_notes where author_id = ${id} returning sha256`.execute(tx)
    for (const { sha256 } of audio) await deps.jobs.enqueue(tx, deleteUnusedAudio.queue, { sha256 })
    const drafts = tx.selectFrom('deliverables').select('id').where('created_by', '=', id).where('state', '=', 'draft')
    await tx.deleteFrom('pin_places').where('deliverable_id', 'in', drafts).execute()
    await tx.deleteFrom('deliverable_assets').where('deliverable_id', 'in', drafts).execute()
    await tx.deleteFrom('deliverable_files').where('deliverable_id', 'in', drafts).execute()
    await tx.deleteFrom('deliverables').where('created_by', '=', id).where('state', '=', 'draft').execute()
    const now = new Date(deps.clock.now())
    // Nothing is agreed in them any more: open commissions keep the account from being erased.
    await sql`
      update project_proposals set state = 'outdated', version = version + 1, ended_at = ${now}
      where state = 'open' and project_id in (select project_id from project_members where user_id = ${id})`.execute(tx)
    await sql`
      update projects set state = 'cancelled', version = version + 1, updated_at = ${now}
      where client_id = ${id} and state in ('open', 'active')`.execute(tx)
    const { rows: unseen } = await sql<{ id: string }>`
      update projects p set title = '', brief = '', skills = '{}'
      where client_id = ${id} and not exists (
        select from project_members m where m.project_id = p.id and m.user_id <> ${id})
      returning id`.execute(tx)
    await clearEventTexts(tx, { projectIds: unseen.map((project) => project.id) })
    await sql`update project_members set left_at = coalesce(left_at, ${now}) where user_id = ${id}`.execute(tx)
    await eraseLeftProjects(ctx, id)
  },
}

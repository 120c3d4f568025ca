import { type WorkConsent, type WorkConsentList } from '@veranda/contract/talent/consents/schemas.ts'
import { workConsentActionsFor } from '@veranda/core/talent/consents/work-consent.ts'
import { avatarUrl, storedFileUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { type Db } from '../../../platform/db/database.ts'

const maxItems = 200

/** Lists what creators asked a client, newest first. */
export async function listWorkConsents(db: Db, clientId: string): Promise<WorkConsentList> {
  return { items: await findWorkConsents(db, clientId) }
}

/** Finds the questions to a client about works that are still in a portfolio, or the one with this id. */
export async function findWorkConsents(db: Db, clientId: string, id?: string): Promise<WorkConsent[]> {
  const rows = await db
    .selectFrom('work_consents as w')
    .innerJoin('portfolio_items as x', 'x.id', 'w.item_id')
    .innerJoin('projects as p', 'p.id', 'w.project_id')
    .innerJoin('users as u', 'u.id', 'w.creator_id')
    .select(['w.id', 'w.project_id', 'w.state', 'w.version', 'x.title', 'x.file_id'])
    .select(['p.title as project', 'u.id as creator_id', 'u.name as creator_name', 'u.avatar_file'])
    .where('w.client_id', '=', clientId)
    .where('x.removed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('w.id', '=', id ?? ''))
    .orderBy('w.asked_at', 'desc')
    .orderBy('w.id')
    .limit(maxItems)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    creator: { id: row.creator_id, name: row.creator_name, avatar: avatarUrl(row.avatar_file) },
    projectId: row.project_id,
    project: row.project,
    title: row.title,
    image: storedFileUrl(row.file_id) ?? '',
    state: row.state,
    version: row.version,
    actions: workConsentActionsFor(row.state, 'client'),
  }))
}

import { type Listing } from '@veranda/contract/talent/listing/schemas.ts'
import { listedWorkActionsFor, workConsentQuestionsFor } from '@veranda/core/talent/consents/work-consent.ts'
import { sql } from 'kysely'
import { storedFileUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { type Db } from '../../../platform/db/database.ts'
import { findFreeHandle } from './handles.ts'

type ListedWork = Listing['works'][number]
type ListingRow = {
  name: string
  handle: string | null
  listed: boolean
  unlisted_reason: string | null
  projects: Listing['projects']
  works: (Omit<ListedWork, 'image' | 'isPublic' | 'clients' | 'actions'> & {
    file: string
    hasConsent: boolean
    clients: Omit<ListedWork['clients'][number], 'actions'>[]
  })[]
}

/** Reads what a creator chose about being shown, and which of their works strangers see. */
export async function readListing(db: Db, creatorId: string): Promise<Listing> {
  const { rows } = await sql<ListingRow>`
    select u.name, h.handle, coalesce(l.listed_at is not null, false) as listed, l.unlisted_reason,
      (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'client', c.name) order by p.title, p.id), '[]')
        from projects p join users c on c.id = p.client_id
        where p.id in (select project_id from commissions where creator_id = u.id and state in ('active', 'completed'))) as projects,
      (select coalesce(json_agg(json_build_object('id', x.id, 'title', x.title, 'file', x.file_id,
          'hasConsent', not exists (
            select from client_works v
            where v.item_id = x.id and not exists (
              select from work_consents w where w.item_id = v.item_id and w.project_id = v.project_id and w.state = 'granted')),
          'clients', (
            select coalesce(json_agg(json_build_object('projectId', p.id, 'project', p.title, 'client', c.name,
              'state', w.state) order by p.title, p.id), '[]')
            from client_works v join projects p on p.id = v.project_id join users c on c.id = v.client_id
              left join work_consents w on w.item_id = v.item_id and w.project_id = v.project_id
            where v.item_id = x.id)
        ) order by x.position), '[]')
        from portfolio_items x where x.creator_id = u.id and x.removed_at is null) as works
    from users u
      left join creator_handles h on h.creator_id = u.id and h.is_current
      left join listings l on l.creator_id = u.id
    where u.id = ${creatorId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no user ${creatorId}`)
  const isShown = row.listed && row.unlisted_reason === null
  return {
    handle: row.handle,
    suggestion: row.handle ?? (await findFreeHandle(db, row.name)),
    listed: row.listed,
    unlistedReason: row.unlisted_reason,
    projects: row.projects,
    works: row.works.map(({ file, hasConsent, clients, ...work }) => ({
      ...work,
      clients: clients.map((client) => ({
        ...client,
        // A client is asked through a project that the creator is still a part of.
        actions: row.projects.some(({ id }) => id === client.projectId) ? workConsentQuestionsFor(client.state) : [],
      })),
      actions: listedWorkActionsFor(clients, row.projects),
      image: storedFileUrl(file) ?? '',
      isPublic: isShown && hasConsent,
    })),
  }
}

import { type NewestVersion, type RecentVersion } from '@veranda/contract/dashboard/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { assetUrl } from '../../../platform/assets/asset-keys.ts'
import { storedFileUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { type Db } from '../../../platform/db/database.ts'

type VersionRow = {
  milestone_id: string
  project_id: string
  title: string
  project_title: string
  client: UserSummaryRow
  creator: UserSummaryRow
  number: number
  is_draft: boolean
  at: Instant
  recency: number
  asset_id: string | null
  has_turntable: boolean | null
  file_id: string | null
}

/** Joins the picture of a version: that of a model, else of another asset, else an image. */
const joinPicture = (deliverableId: RawBuilder<unknown>) => sql`
  left join lateral (
    select w.id, o.turntable_bytes is not null as has_turntable
    from deliverable_assets x join assets w on w.id = x.asset_id join asset_sources o on o.sha256 = w.sha256
    where x.deliverable_id = ${deliverableId} and o.thumbnail_bytes is not null
    order by coalesce(o.kind = 'model', false) desc, x.position limit 1
  ) pictured on true
  left join lateral (
    select file_id from deliverable_files where deliverable_id = ${deliverableId} order by position limit 1
  ) image on true`

/** Versions are looked at for a picture up to this multiple of what is wanted. */
const lookedAtFactor = 3

/**
 * Finds, in one query, the newest version that a party may see of each of these milestones, and of all their milestones
 * the latest ones that have a picture.
 */
export async function findNewestVersions(
  db: Db,
  userId: string,
  { milestoneIds, recent }: { readonly milestoneIds: readonly string[]; readonly recent: number },
): Promise<{ byMilestone: Map<string, NewestVersion>; recentVersions: RecentVersion[] }> {
  const { rows } = await sql<VersionRow>`
    with newest as (
      select m.id as milestone_id, m.project_id, m.title, m.client_id, m.creator_id, d.id as deliverable_id, d.number,
        d.state = 'draft' as is_draft, d.created_at as at, rank() over (order by d.created_at desc, d.id) as recency
      from milestones m
      join lateral (
        select id, number, state, created_at from deliverables
        where milestone_id = m.id and (state <> 'draft' or m.creator_id = ${userId})
        order by number desc limit 1
      ) d on true
      where m.id in (
        select id from milestones where client_id = ${userId}
        union select id from milestones where creator_id = ${userId}
      )
    )
    select n.milestone_id, n.project_id, n.title, p.title as project_title, ${userJson('cl')} as client,
      ${userJson('cr')} as creator, n.number, n.is_draft, n.at, n.recency::int,
      pictured.id as asset_id, pictured.has_turntable, image.file_id
    from newest n
    join projects p on p.id = n.project_id
    join users cl on cl.id = n.client_id
    join users cr on cr.id = n.creator_id
    ${joinPicture(sql.ref('n.deliverable_id'))}
    where n.recency <= ${recent * lookedAtFactor} or n.milestone_id = any(${milestoneIds}::uuid[])
    order by n.recency`.execute(db)
  return {
    byMilestone: new Map(
      rows.map((row) => [row.milestone_id, { number: row.number, isDraft: row.is_draft, thumbnail: thumbnailOf(row) }]),
    ),
    recentVersions: rows.flatMap((row) => toRecentVersion(row, userId)).slice(0, recent),
  }
}

/** Selects the newest version with a picture of each of these projects, of those that a party may see. */
export function selectProjectPictures(projectIds: readonly string[], userId: string): RawBuilder<ProjectPictureRow> {
  return sql<ProjectPictureRow>`
    select distinct on (m.project_id) m.project_id, pictured.id as asset_id, image.file_id
    from milestones m
    join deliverables d on d.milestone_id = m.id and (d.state <> 'draft' or m.creator_id = ${userId})
    ${joinPicture(sql.ref('d.id'))}
    where m.project_id = any(${projectIds}::uuid[]) and ${userId} in (m.client_id, m.creator_id)
      and coalesce(pictured.id, image.file_id) is not null
    order by m.project_id, d.created_at desc, d.id`
}

type PictureRow = Pick<VersionRow, 'asset_id' | 'file_id'>
export type ProjectPictureRow = PictureRow & { readonly project_id: string }

/** Returns the address of a version's picture: of its model or another asset, else its first image. */
export function thumbnailOf({ asset_id: assetId, file_id: fileId }: PictureRow): string | null {
  return assetId === null ? storedFileUrl(fileId) : assetUrl(assetId, 'thumbnail')
}

function toRecentVersion(row: VersionRow, userId: string): RecentVersion[] {
  const thumbnail = thumbnailOf(row)
  if (thumbnail === null) return []
  return [
    {
      milestoneId: row.milestone_id,
      projectId: row.project_id,
      title: row.title,
      projectTitle: row.project_title,
      counterpart: toUserSummaryDto(row.client.id === userId ? row.creator : row.client),
      number: row.number,
      at: toIso(row.at),
      thumbnail,
      turntable: row.asset_id !== null && row.has_turntable === true ? assetUrl(row.asset_id, 'turntable') : null,
    },
  ]
}

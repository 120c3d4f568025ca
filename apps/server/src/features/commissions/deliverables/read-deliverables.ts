import { type Deliverable } from '@veranda/contract/commissions/schemas.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../db/database.ts'
import { fileAddress } from '../../../files/address.ts'

type FileRow = {
  id: string
  hash: string
  mime: string
  bytes: number
  width: number
  height: number
  name: string
}

/** The versions of many milestones with their files, by milestone, in the order of their numbers; one query. */
export async function readDeliverables(db: Db, milestoneIds: readonly string[]): Promise<Map<string, Deliverable[]>> {
  const found = new Map<string, Deliverable[]>()
  if (milestoneIds.length === 0) return found
  const rows = await db
    .selectFrom('deliverables as d')
    .where('d.milestone_id', 'in', milestoneIds)
    .orderBy('d.milestone_id')
    .orderBy('d.number')
    .select(['d.id', 'd.milestone_id', 'd.number', 'd.hash', 'd.notes', 'd.state', 'd.created_at'])
    .select(
      sql<FileRow[]>`(
        select coalesce(json_agg(json_build_object('id', f.id, 'hash', f.sha256, 'mime', f.mime, 'bytes', f.bytes,
          'width', f.width, 'height', f.height, 'name', f.name) order by x.position), '[]')
        from deliverable_files x join files f on f.id = x.file_id where x.deliverable_id = d.id
      )`.as('files'),
    )
    .execute()
  for (const row of rows) {
    const of = found.get(row.milestone_id) ?? []
    of.push({
      id: row.id,
      number: row.number,
      hash: row.hash,
      notes: row.notes,
      files: row.files.map((file) => ({ ...file, url: fileAddress(file.id) ?? '' })),
      state: row.state,
      createdAt: toIso(row.created_at),
    })
    found.set(row.milestone_id, of)
  }
  return found
}

import { type Deliverable } from '@veranda/contract/commissions/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { fileAddress } from '../../../files/address.ts'
import { jsonMoment } from '../json-moment.ts'

/** A version as `deliverablesJson` reads it. */
export type DeliverableRow = Omit<Deliverable, 'files' | 'createdAt'> & {
  files: Omit<Deliverable['files'][number], 'url'>[]
  at: Instant
}

/** The versions of milestone `m` with their files as one json column, in the order of their numbers. */
export const deliverablesJson = sql<DeliverableRow[]>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'number', d.number, 'hash', d.hash, 'notes', d.notes,
    'state', d.state, 'at', ${jsonMoment('d.created_at')},
    'files', (
      select coalesce(json_agg(json_build_object('id', f.id, 'hash', f.sha256, 'mime', f.mime, 'bytes', f.bytes,
        'width', f.width, 'height', f.height, 'name', f.name) order by x.position), '[]')
      from deliverable_files x join files f on f.id = x.file_id where x.deliverable_id = d.id
    )) order by d.number), '[]')
  from deliverables d where d.milestone_id = m.id
)`

/** A version as it goes over the wire. */
export function showDeliverable({ at, files, ...row }: DeliverableRow): Deliverable {
  return {
    ...row,
    files: files.map((file) => ({ ...file, url: fileAddress(file.id) ?? '' })),
    createdAt: toIso(at),
  }
}

import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type AcceptanceLimits, compareWithLimits, withPictures } from '@veranda/core/works/limits.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { fileAddress, wholeAddress } from '../../../files/address.ts'
import { deliveredOf } from '../../../works/rows.ts'
import { showSummary, type SummaryRow, workJson } from '../../../works/show-work.ts'
import { jsonMoment } from '../json-moment.ts'

/** A version as `deliverablesJson` reads it. */
export type DeliverableRow = Omit<Deliverable, 'files' | 'works' | 'limits' | 'createdAt'> & {
  files: Omit<Deliverable['files'][number], 'url' | 'originalUrl'>[]
  works: SummaryRow[]
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
    ), 'works', (
      select coalesce(json_agg(${workJson} order by x.position), '[]')
      from deliverable_works x join works w on w.id = x.work_id left join originals o on o.sha256 = w.sha256
      where x.deliverable_id = d.id
    )) order by d.number), '[]')
  from deliverables d where d.milestone_id = m.id
)`

/** A version as it goes over the wire, against the limits of its milestone, with its sources for those who may have them. */
export function showDeliverable(
  { at, files, works, ...row }: DeliverableRow,
  limits: AcceptanceLimits | null,
  mayDownload: boolean,
): Deliverable {
  return {
    ...row,
    files: files.map((file) => ({
      ...file,
      url: fileAddress(file.id) ?? '',
      originalUrl: mayDownload ? wholeAddress(file.id) : null,
    })),
    works: works.map((work) => showSummary(work, mayDownload)),
    limits: limits ? compareWithLimits(limits, withPictures(works.map(deliveredOf), files)) : [],
    createdAt: toIso(at),
  }
}

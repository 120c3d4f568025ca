import { type AcceptanceLimits, type LimitName, notMet, withPictures } from '@veranda/core/works/limits.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../db/database.ts'
import { deliveredOf } from '../../../works/rows.ts'
import { type SummaryRow, workJson } from '../../../works/show-work.ts'

type Row = { limits: AcceptanceLimits | null; works: SummaryRow[]; pictures: { bytes: number }[] }

/** The agreed limits that a version does not keep. Both the agreement and the version never change. */
export async function unmetLimits(tx: Tx, deliverableId: string): Promise<LimitName[]> {
  const { rows } = await sql<Row>`
    select v.content -> 'milestones' -> (m.number - 1) -> 'limits' as limits, (
      select coalesce(json_agg(${workJson} order by x.position), '[]')
      from deliverable_works x join works w on w.id = x.work_id left join originals o on o.sha256 = w.sha256
      where x.deliverable_id = d.id
    ) as works, (
      select coalesce(json_agg(json_build_object('bytes', f.bytes)), '[]')
      from deliverable_files x join files f on f.id = x.file_id where x.deliverable_id = d.id
    ) as pictures
    from deliverables d
    join milestones m on m.id = d.milestone_id
    join commissions c on c.id = m.commission_id
    join offer_versions v on v.id = c.accepted_offer_id
    where d.id = ${deliverableId}`.execute(tx)
  const [row] = rows
  return row ? notMet(row.limits, withPictures(row.works.map(deliveredOf), row.pictures)) : []
}

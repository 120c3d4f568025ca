import { type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { asId, type DeliverableId } from '@veranda/core/ids.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { findUnmetLimits } from '../deliverables/deliverable.repository.ts'
import { jsonEpochMs } from '../json-timestamp.ts'

type CaseFile = Dispute['caseFile']
type CaseFileRow = {
  offers: { number: number; by: 'client' | 'creator'; hash: string; at: Instant; isAccepted: boolean }[]
  versions: { id: string; number: number; hash: string; state: CaseFile['versions'][number]['state']; at: Instant }[]
  rounds: { round: number; version: number; items: string[]; at: Instant; dueAt: Instant }[]
  pins: CaseFile['pins']
  history: { state: CaseFile['history'][number]['state']; at: Instant }[]
  meetings: (Omit<CaseFile['meetings'][number], 'at'> & { at: Instant })[]
}

/**
 * Gathers what the product itself knows about a milestone, the same for both sides and the admin: the contract, what was
 * handed in, the rounds and pins, the states, and the meetings of the two since the commission began.
 */
export async function readCaseFile(tx: Db, milestoneId: string): Promise<CaseFile> {
  const { rows } = await sql<CaseFileRow>`
    select (
      select coalesce(json_agg(json_build_object('number', o.number, 'by', o.by_side, 'hash', o.hash,
        'at', ${jsonEpochMs('o.created_at')}, 'isAccepted', o.id = c.accepted_offer_id) order by o.number), '[]')
      from offer_versions o where o.commission_id = c.id
    ) as offers, (
      select coalesce(json_agg(json_build_object('id', d.id, 'number', d.number, 'hash', d.hash, 'state', d.state,
        'at', ${jsonEpochMs('d.created_at')}) order by d.number), '[]')
      from deliverables d where d.milestone_id = m.id and d.state <> 'draft'
    ) as versions, (
      select coalesce(json_agg(json_build_object('round', r.round, 'version', d.number,
        'items', (select json_agg(i.text order by i.position) from change_items i where i.change_round_id = r.id),
        'at', ${jsonEpochMs('r.created_at')}, 'dueAt', ${jsonEpochMs('r.due_at')}) order by r.round), '[]')
      from change_rounds r join deliverables d on d.id = r.deliverable_id where r.milestone_id = m.id
    ) as rounds, (
      select json_build_object('open', count(*) filter (where p.state = 'open'),
        'fixed', count(*) filter (where p.state = 'fixed'), 'gone', count(*) filter (where p.state = 'gone'),
        'declined', count(*) filter (where p.state = 'wont_fix'))
      from pins p where p.milestone_id = m.id and p.removed_at is null
    ) as pins, (
      select coalesce(json_agg(json_build_object('state', case when h.state = 'refund_failed' then 'refunding' else h.state end,
        'at', ${jsonEpochMs('h.at')}) order by h.version), '[]')
      from milestone_history h where h.milestone_id = m.id
    ) as history, (
      select coalesce(json_agg(json_build_object('id', a.id, 'title', a.title, 'at', ${jsonEpochMs('a.starts_at')},
        'state', a.state, 'clientMinutes', a.client_minutes, 'creatorMinutes', a.creator_minutes) order by a.starts_at), '[]')
      from meeting_attendance a
      where a.client_id = m.client_id and a.creator_id = m.creator_id and a.starts_at >= c.created_at
    ) as meetings
    from milestones m join commissions c on c.id = m.commission_id where m.id = ${milestoneId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`no milestone ${milestoneId} for a case file`)
  const versions: CaseFile['versions'] = []
  for (const version of row.versions) {
    const unmetLimits = await findUnmetLimits(tx, asId<DeliverableId>(version.id))
    versions.push({ ...version, at: toIso(version.at), unmetLimits })
  }
  return {
    offers: row.offers.map((one) => ({ ...one, at: toIso(one.at) })),
    versions,
    rounds: row.rounds.map((one) => ({ ...one, at: toIso(one.at), dueAt: toIso(one.dueAt) })),
    pins: row.pins,
    // A card that refused a refund, and a part that was refunded, are no steps of the two.
    history: row.history
      .filter(({ state }, index, all) => state !== all[index - 1]?.state)
      .map(({ state, at }) => ({ state, at: toIso(at) })),
    meetings: row.meetings.map((one) => ({ ...one, at: toIso(one.at) })),
  }
}

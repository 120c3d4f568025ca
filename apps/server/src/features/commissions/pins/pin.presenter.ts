import { type PinPlace, type Pin as PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { type Pin, pinActionsFor, type PinActor, type PinRequest } from '@veranda/core/commissions/pins/pin.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { asId } from '@veranda/core/ids.ts'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { type Db } from '../../../platform/db/database.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { jsonEpochMs } from '../json-timestamp.ts'

/** A pin with its places and its thread. Times inside JSON lists are epoch milliseconds. */
export type PinRow = Selectable<Tables['pins']> & {
  author: UserSummaryRow
  closed: { by: UserSummaryRow; at: Instant } | null
  /** The columns of other states are null and not sent. */
  places: PinPlace[]
  messages: { id: string; author: UserSummaryRow; text: string; voice: number | null; at: Instant }[]
}

const placesJson = sql<PinRow['places']>`(
  select coalesce(json_agg(json_build_object('deliverableId', x.deliverable_id, 'assetId', x.asset_id, 'part', x.part,
    'position', x.position, 'normal', x.normal, 'view', x.view, 'status', x.status, 'moved', x.moved,
    'reason', x.reason) order by d.number), '[]')
  from pin_places x join deliverables d on d.id = x.deliverable_id where x.pin_id = p.id
)`

const messagesJson = sql<PinRow['messages']>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'author', ${userJson('w')}, 'text', m.text,
    'voice', v.milliseconds, 'at', ${jsonEpochMs('m.created_at')}) order by m.created_at, m.id), '[]')
  from pin_messages m join users w on w.id = m.author_id left join voice_notes v on v.message_id = m.id where m.pin_id = p.id
)`

/** The step that closed a pin is the last one that changed its state, as long as it is closed. */
const closedJson = sql<PinRow['closed']>`case when p.state <> 'open' then (
  select json_build_object('by', ${userJson('c')}, 'at', ${jsonEpochMs('e.at')})
  from events e join users c on c.id = e.actor_id
  where e.subject_kind = 'pin' and e.subject_id = p.id::text and e.type = 'pin.state-changed'
  order by e.position desc limit 1
) end`

/** Returns pins ordered by number, without removed ones, in one query. */
export async function findPins(db: Db, which: { milestoneId: string } | { id: string }): Promise<PinRow[]> {
  const wanted = 'id' in which ? sql`p.id = ${which.id}` : sql`p.milestone_id = ${which.milestoneId}`
  const { rows } = await sql<PinRow>`
    select p.*, ${userJson('a')} as author, ${closedJson} as closed, ${placesJson} as places, ${messagesJson} as messages
    from pins p join users a on a.id = p.author_id
    where ${wanted} and p.removed_at is null
    order by p.number`.execute(db)
  return rows
}

/** Maps a row to the core's pin. */
export function toPin(row: Selectable<Tables['pins']>, hasReplies: boolean): Pin {
  return {
    id: asId(row.id),
    milestoneId: asId(row.milestone_id),
    number: row.number,
    state: row.state,
    version: row.version,
    ...toPinRequest(row),
    authorId: asId(row.author_id),
    hasReplies,
    removed:
      row.removed_at === null || row.removed_by === null ? null : { at: row.removed_at, by: asId(row.removed_by) },
  }
}

function toPinRequest({ kind, round, request_message_id: messageId }: Selectable<Tables['pins']>): PinRequest {
  switch (kind) {
    case 'comment':
      return { kind, round: null }
    case 'change':
      return { kind, round, requestMessageId: messageId === null ? null : asId(messageId) }
  }
}

/** Returns the state of a pin, with who closed it if it is closed. */
function stateFields(row: PinRow) {
  const { state } = row
  if (state === 'open') return { state, closed: null }
  const { by, at } = requiredColumn(row.closed, 'pin', row)
  return { state, closed: { by: toUserSummaryDto(by), at: toIso(at) } }
}

/** Maps a pin to its DTO, with the viewer's actions from the core. */
export function toPinDto(row: PinRow, by: PinActor): PinView {
  const pin = toPin(
    row,
    row.messages.some(({ author }) => author.id !== row.author_id),
  )
  return {
    id: row.id,
    projectId: row.project_id,
    milestoneId: row.milestone_id,
    number: row.number,
    version: row.version,
    ...stateFields(row),
    ...toPinRequest(row),
    author: toUserSummaryDto(row.author),
    places: row.places,
    messages: row.messages.map(({ id, author, text, voice, at }) => ({
      id,
      author: toUserSummaryDto(author),
      text,
      voice: voice === null ? null : { url: `/api/pin-messages/${id}/voice`, milliseconds: voice },
      createdAt: toIso(at),
    })),
    actions: pinActionsFor(pin, by),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  }
}

import { type Pin as PinView, type PinPlace } from '@veranda/contract/pins/schemas.ts'
import { mayAsk, mayPlace, mayRemove, type PinActor } from '@veranda/core/commissions/pins/change-pin.ts'
import { type Pin } from '@veranda/core/commissions/pins/pin.ts'
import { pinActionsFor } from '@veranda/core/commissions/pins/pin-states.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db } from '../../../db/database.ts'
import { type Tables } from '../../../db/tables.ts'
import { branded } from '../branded.ts'
import { jsonMoment } from '../json-moment.ts'
import { personJson, type PersonRow, showPerson } from '../../../access/person.ts'

/** A pin with its places and its thread. Moments inside lists are epoch milliseconds. */
export type PinRow = Selectable<Tables['pins']> & {
  author: PersonRow
  places: PinPlace[]
  messages: { id: string; author: PersonRow; text: string; voice: number | null; at: Instant }[]
}

const places = sql<PinRow['places']>`(
  select coalesce(json_agg(json_build_object('deliverableId', x.deliverable_id, 'workId', x.work_id, 'part', x.part,
    'position', x.position, 'normal', x.normal, 'view', x.view, 'standing', x.standing, 'moved', x.moved,
    'reason', x.reason) order by d.number), '[]')
  from pin_places x join deliverables d on d.id = x.deliverable_id where x.pin_id = p.id
)`

const messages = sql<PinRow['messages']>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'author', ${personJson('w')}, 'text', m.text,
    'voice', v.milliseconds, 'at', ${jsonMoment('m.created_at')}) order by m.created_at, m.id), '[]')
  from pin_messages m join people w on w.id = m.author_id left join voice_notes v on v.message_id = m.id where m.pin_id = p.id
)`

/** Pins in the order of their numbers, without those that were taken away; one query however many there are. */
export async function findPins(db: Db, which: { milestoneId: string } | { id: string }): Promise<PinRow[]> {
  const wanted = 'id' in which ? sql`p.id = ${which.id}` : sql`p.milestone_id = ${which.milestoneId}`
  const { rows } = await sql<PinRow>`
    select p.*, ${personJson('a')} as author, ${places} as places, ${messages} as messages
    from pins p join people a on a.id = p.author_id
    where ${wanted} and p.removed_at is null
    order by p.number`.execute(db)
  return rows
}

/** A pin as the rules see it. */
export function pinOf(row: Selectable<Tables['pins']>, answered: boolean): Pin {
  return {
    id: branded(row.id),
    milestoneId: branded(row.milestone_id),
    number: row.number,
    state: row.state,
    version: row.version,
    kind: row.kind,
    authorId: branded(row.author_id),
    askedMessageId: row.asked_message_id === null ? null : branded(row.asked_message_id),
    round: row.round,
    answered,
    removed:
      row.removed_at === null || row.removed_by === null ? null : { at: row.removed_at, by: branded(row.removed_by) },
  }
}

/** A pin as it goes over the wire, with what the reader may do by the core's own rules. */
export function showPin(row: PinRow, by: PinActor): PinView {
  const pin = pinOf(
    row,
    row.messages.some(({ author }) => author.id !== row.author_id),
  )
  return {
    id: row.id,
    projectId: row.project_id,
    milestoneId: row.milestone_id,
    number: row.number,
    version: row.version,
    state: row.state,
    kind: row.kind,
    askedMessageId: row.asked_message_id,
    round: row.round,
    author: showPerson(row.author),
    places: row.places,
    messages: row.messages.map(({ id, author, text, voice, at }) => ({
      id,
      author: showPerson(author),
      text,
      voice: voice === null ? null : { url: `/api/pin-messages/${id}/voice`, milliseconds: voice },
      createdAt: toIso(at),
    })),
    may: {
      actions: pinActionsFor(row.state, by.party),
      ask: mayAsk(pin, by),
      place: mayPlace(pin, by),
      remove: mayRemove(pin, by),
    },
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  }
}

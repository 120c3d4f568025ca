import { type ProjectId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type Ids } from '../../deps.ts'
import { closeStream } from '../../live/live.ts'
import { appendToStream, streamHead } from '../../log/stream.ts'
import { openConversation } from './open-conversation.ts'

/** What a membership change tells the person's own log. */
export const joined = 'conversation:joined'
export const left = 'conversation:left'

/**
 * Makes the members of a project's conversation those of the project: its client, the creators whose offer was
 * accepted, its guests. Makes the conversation when there is none. Who comes in finds nothing unread; who leaves hears
 * nothing more. Safe to repeat.
 */
export async function keepMembership(at: { tx: Tx; ids: Ids; now: Instant }, projectId: ProjectId): Promise<void> {
  const { tx } = at
  const { id: conversationId } = await openConversation(at, { kind: 'project', projectId })
  // Two changes of membership follow each other.
  await tx.selectFrom('conversations').select('id').where('id', '=', conversationId).forUpdate().execute()
  const belonging = await whoBelongs(tx, projectId)
  const standing = await tx
    .selectFrom('conversation_members')
    .select('person_id')
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null)
    .execute()
  const inside = new Set(standing.map((row) => row.person_id))
  const coming = belonging.filter((person) => !inside.has(person)).toSorted()
  const going = [...inside].filter((person) => !belonging.includes(person)).toSorted()
  if (coming.length > 0) {
    const head = await streamHead(tx, { kind: 'conversation', id: conversationId })
    const values = { conversation_id: conversationId, read_seq: head, joined_at: new Date(at.now), left_at: null }
    await tx
      .insertInto('conversation_members')
      .values(coming.map((person) => ({ ...values, person_id: person })))
      .onConflict((c) => c.columns(['conversation_id', 'person_id']).doUpdateSet(values))
      .execute()
  }
  if (going.length > 0) {
    await tx
      .updateTable('conversation_members')
      .set({ left_at: new Date(at.now) })
      .where('conversation_id', '=', conversationId)
      .where('person_id', 'in', going)
      .execute()
    for (const person of going) closeStream(tx, { kind: 'conversation', id: conversationId }, person)
  }
  for (const person of [...coming, ...going].toSorted()) {
    const name = coming.includes(person) ? joined : left
    await appendToStream(tx, { kind: 'person', id: person }, name, { conversationId, projectId })
  }
}

async function whoBelongs(tx: Tx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select client_id as person_id from projects where id = ${projectId}
    union
    select creator_id from commissions where project_id = ${projectId} and state in ('accepted', 'active', 'completed')
    union
    select person_id from project_members where project_id = ${projectId} and part = 'guest' and left_at is null
  `.execute(tx)
  return rows.map((row) => row.person_id)
}

import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { type ConversationId, type PersonId, type ProjectId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { type Ids } from '../../deps.ts'
import { append } from '../../log/append.ts'

type Opening =
  | { kind: 'direct'; pair: readonly [PersonId, PersonId]; by: PersonId }
  | { kind: 'project'; projectId: ProjectId }

/** Finds the conversation of two people or of a project, or opens it; `fresh` when it was not there. */
export async function openConversation(
  at: { tx: Tx; ids: Ids; now: Instant },
  opening: Opening,
): Promise<{ id: ConversationId; fresh: boolean }> {
  const direct = opening.kind === 'direct'
  const key = direct ? { direct_key: opening.pair.join(':') } : { project_id: opening.projectId }
  const now = new Date(at.now)
  const opened = await at.tx
    .insertInto('conversations')
    .values({
      id: at.ids.next(),
      kind: opening.kind,
      project_id: direct ? null : opening.projectId,
      direct_key: direct ? opening.pair.join(':') : null,
      opened_by: direct ? opening.by : null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.column(direct ? 'direct_key' : 'project_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  const row = opened ?? (await find(at.tx, key))
  // The id of a row of conversations.
  const id = row.id as ConversationId
  if (opened) {
    const event: ConversationEvent<'conversation.opened'> = {
      type: 'conversation.opened',
      data: {
        conversationId: id,
        projectId: direct ? null : opening.projectId,
        members: direct ? opening.pair : [],
      },
    }
    await append(at.tx, {
      ...event,
      subject: { kind: 'conversation', id },
      projectId: event.data.projectId,
      actor: direct ? opening.by : null,
      at: at.now,
    })
  }
  return { id, fresh: opened !== undefined }
}

function find(tx: Tx, key: { direct_key: string } | { project_id: string }) {
  const wanted = tx.selectFrom('conversations').select('id')
  const one =
    'direct_key' in key
      ? wanted.where('direct_key', '=', key.direct_key)
      : wanted.where('project_id', '=', key.project_id)
  return one.executeTakeFirstOrThrow()
}

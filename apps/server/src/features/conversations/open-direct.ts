import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { readConversation } from './list-conversations.ts'
import { isPerson } from './rows.ts'

/** Both people's ids in one order, so that two people have one direct conversation whoever opens it. */
export function directKey(one: string, other: string): string {
  return [one, other].toSorted().join(':')
}

/** Opens the direct conversation of the actor with somebody, or finds the one there is. */
export async function openDirect(
  at: { t: Tx; actor: Actor; deps: Deps },
  personId: string,
): Promise<Result<Conversation>> {
  const { t, actor, deps } = at
  if (personId === actor.id) return refuse('conversation.with-oneself', 'invalid', { field: 'personId' })
  if (!(await isPerson(t, personId))) return refuse('person.not-found', 'not-found')
  const now = new Date(deps.clock.now())
  const key = directKey(actor.id, personId)
  const opened = await t
    .insertInto('conversations')
    .values({
      id: deps.ids.next(),
      kind: 'direct',
      project_id: null,
      direct_key: key,
      opened_by: actor.id,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.column('direct_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  const { id } =
    opened ?? (await t.selectFrom('conversations').select('id').where('direct_key', '=', key).executeTakeFirstOrThrow())
  if (opened) {
    await t
      .insertInto('conversation_members')
      .values([actor.id, personId].map((person) => ({ conversation_id: id, person_id: person, joined_at: now })))
      .execute()
  }
  return readConversation({ t, actor }, id)
}

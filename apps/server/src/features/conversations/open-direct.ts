import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { directPair } from '@veranda/core/conversations/message-rules.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { readConversation } from './list-conversations.ts'
import { openConversation } from './open-conversation.ts'
import { isPerson } from './rows.ts'

/** Opens the direct conversation of the actor with somebody, or finds the one there is. */
export async function openDirect(
  at: { tx: Tx; actor: Actor; deps: Deps },
  personId: PersonId,
): Promise<Result<Conversation>> {
  const { tx, actor, deps } = at
  const pair = directPair(actor.id, personId)
  if (!pair.ok) return pair
  if (!(await isPerson(tx, personId))) return refuse('account.person-not-found', 'not-found')
  const now = deps.clock.now()
  const { id, fresh } = await openConversation(
    { tx, ids: deps.ids, now },
    { kind: 'direct', pair: pair.value, by: actor.id },
  )
  if (fresh) {
    await tx
      .insertInto('conversation_members')
      .values(pair.value.map((person) => ({ conversation_id: id, person_id: person, joined_at: new Date(now) })))
      .execute()
  }
  return readConversation({ tx, actor }, id)
}

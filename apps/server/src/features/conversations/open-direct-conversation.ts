import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { directConversationPair } from '@veranda/core/conversations/messages/message.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { readConversation } from './list-conversations.ts'
import { openConversation } from './open-conversation.ts'
import { isActiveUser } from './conversation.repository.ts'

/** Opens the direct conversation of the actor with another user, or returns the existing one. */
export async function openDirectConversation(ctx: CommandContext, userId: UserId): Promise<Result<Conversation>> {
  const { tx, actor, clock, deps } = ctx
  const pair = directConversationPair(actor.id, userId)
  if (!pair.ok) return pair
  if (!(await isActiveUser(tx, userId))) return refuse('account.not-found', 'not-found')
  const now = clock.now()
  const { id, created } = await openConversation(
    { tx, ids: deps.ids, now },
    { kind: 'direct', pair: pair.value, by: actor.id },
  )
  if (created) {
    await tx
      .insertInto('conversation_members')
      .values(pair.value.map((user) => ({ conversation_id: id, user_id: user, joined_at: new Date(now) })))
      .execute()
  }
  return readConversation(ctx, id)
}

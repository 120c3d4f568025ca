import { listConversations, openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { randomUUID } from 'node:crypto'
import type { SeedApi, UserKey } from './seed-api.ts'
import type { CommissionStory } from './commission-story.ts'

/** Sends a message to the project's conversation. */
export async function sendProjectMessage(
  api: SeedApi,
  story: CommissionStory,
  user: UserKey,
  message: string,
): Promise<void> {
  await api.runUntilIdle()
  const { items } = await api.callAs(user, listConversations, { query: { projectId: story.projectId } })
  const conversation = items.find(({ project }) => project?.id === story.projectId)
  if (!conversation) throw new Error(`${user} has no conversation of project ${story.projectId}`)
  await send(api, user, conversation.id, message)
}

/** Sends a direct message to another user. */
export async function sendDirectMessage(api: SeedApi, from: UserKey, to: UserKey, message: string): Promise<void> {
  const { id } = await api.callAs(from, openDirectConversation, { body: { userId: api.userId(to) } })
  await send(api, from, id, message)
}

async function send(api: SeedApi, user: UserKey, conversationId: string, message: string): Promise<void> {
  await api.callAs(user, sendMessage, {
    params: { id: conversationId },
    body: { clientId: randomUUID(), message },
  })
}

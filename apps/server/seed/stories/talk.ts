import { listConversations, openDirect, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { randomUUID } from 'node:crypto'
import type { Cast, PersonKey } from './cast.ts'
import type { CommissionStory } from './commission.ts'

/** Says something in the project's room. */
export async function say(cast: Cast, story: CommissionStory, person: PersonKey, message: string): Promise<void> {
  await cast.settle()
  const { items } = await cast.as(person, listConversations, { query: { projectId: story.projectId } })
  const room = items.find(({ project }) => project?.id === story.projectId)
  if (!room) throw new Error(`${person} is not in the room of ${story.projectId}`)
  await write(cast, person, room.id, message)
}

/** Says something to one person, outside any project. */
export async function sayDirectly(cast: Cast, from: PersonKey, to: PersonKey, message: string): Promise<void> {
  const { id } = await cast.as(from, openDirect, { body: { personId: cast.id(to) } })
  await write(cast, from, id, message)
}

async function write(cast: Cast, person: PersonKey, conversationId: string, message: string): Promise<void> {
  await cast.as(person, sendMessage, {
    params: { id: conversationId },
    body: { clientId: randomUUID(), message },
  })
}

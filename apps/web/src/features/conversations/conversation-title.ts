import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { type UserSummary } from '@veranda/contract/shared-schemas.ts'

/** Returns the title of a conversation: the project's title, or the names of the other members. */
export function conversationTitle(conversation: Conversation, fallback: string): string {
  if (conversation.project) return conversation.project.title
  return conversation.members.map((member) => member.name).join(', ') || fallback
}

/** Returns the name and image that represent a conversation: of the only other member, else of the conversation. */
export function conversationAvatar(conversation: Conversation, title: string): Pick<UserSummary, 'name' | 'avatar'> {
  const [member, ...others] = conversation.members
  return member && others.length === 0 ? member : { name: title, avatar: null }
}

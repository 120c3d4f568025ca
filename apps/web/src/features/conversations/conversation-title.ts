import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { type PersonShape } from '@veranda/contract/shapes.ts'

/** A conversation as its reader names it: the project's title, or the names of the others. */
export function titleOf(conversation: Conversation, nobody: string): string {
  if (conversation.project) return conversation.project.title
  return conversation.people.map((person) => person.name).join(', ') || nobody
}

/** The face that stands for it. */
export function faceOf(conversation: Conversation, title: string): Pick<PersonShape, 'name' | 'avatar'> {
  const [person] = conversation.people
  return conversation.kind === 'direct' && person ? person : { name: title, avatar: null }
}

import { asId, type UserId } from '@veranda/core/ids.ts'
import { type Db } from '../../../platform/db/database.ts'

type Mentionable = { id: string; name: string; first_name: string }

/**
 * Finds the other members mentioned in a text: `@` followed by a full or first name, as a whole word, case-insensitive.
 */
export async function findMentionedMembers(
  db: Db,
  text: string,
  conversationId: string,
  senderId: string,
): Promise<UserId[]> {
  if (!text.includes('@')) return []
  const members = await db
    .selectFrom('conversation_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.user_id', '<>', senderId)
    .where('m.left_at', 'is', null)
    .select(['u.id', 'u.name', 'u.first_name'])
    .orderBy('u.id')
    .execute()
  return matchMentions(text, members)
}

/** Returns the ids of the candidates mentioned in the text. */
export function matchMentions(text: string, candidates: readonly Mentionable[]): UserId[] {
  const lower = text.toLowerCase()
  return candidates
    .filter((candidate) =>
      [candidate.name, candidate.first_name].some((name) => containsMention(lower, name.toLowerCase())),
    )
    .map((candidate) => asId<UserId>(candidate.id))
}

function containsMention(text: string, name: string): boolean {
  if (name === '') return false
  for (let index = text.indexOf(`@${name}`); index >= 0; index = text.indexOf(`@${name}`, index + 1)) {
    const before = text.slice(0, index)
    const after = text.slice(index + 1 + name.length)
    // An address such as sam@lee.example is not a mention.
    if (!/[\p{L}\p{N}.]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

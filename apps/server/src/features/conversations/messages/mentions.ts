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

/** Scripts that put no space between words, so that a name may be followed by the rest of the sentence. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
/** An address such as sam@lee.example is not a mention. */
const mentionStart = new RegExp(`(?<![\\p{L}\\p{N}.])@|(?<=[${unspaced}])@`, 'gu')
const endsUnspaced = new RegExp(`[${unspaced}]$`, 'u')

/** Returns the ids of the candidates mentioned in the text; at each `@` the longest of the names that fit counts. */
export function matchMentions(text: string, candidates: readonly Mentionable[]): UserId[] {
  const folded = foldName(text)
  const names = candidates.flatMap(({ id, name, first_name: firstName }) =>
    [name, firstName].map((one) => ({ id, name: foldName(one) })),
  )
  const mentioned = new Set<string>()
  for (const { index } of folded.matchAll(mentionStart)) {
    const rest = folded.slice(index + 1)
    const fitting = names.filter(({ name }) => beginsWithName(rest, name))
    const longest = Math.max(...fitting.map(({ name }) => name.length))
    for (const { id, name } of fitting) if (name.length === longest) mentioned.add(id)
  }
  return candidates.filter(({ id }) => mentioned.has(id)).map(({ id }) => asId<UserId>(id))
}

function beginsWithName(text: string, name: string): boolean {
  if (name === '' || !text.startsWith(name)) return false
  return endsUnspaced.test(name) || !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(name.length))
}

const foldName = (text: string) => text.normalize('NFC').toLowerCase()

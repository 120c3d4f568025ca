import { type PersonId } from '@veranda/core/ids.ts'
import { type Db } from '../../db/database.ts'

type Mentionable = { id: string; name: string; first_name: string }

/** The other members whom a text names: `@` and their name or first name, as a whole word, in any case. */
export async function mentionedIn(db: Db, text: string, conversationId: string, senderId: string): Promise<PersonId[]> {
  if (!text.includes('@')) return []
  const members = await db
    .selectFrom('conversation_members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.person_id', '<>', senderId)
    .where('m.left_at', 'is', null)
    .select(['p.id', 'p.name', 'p.first_name'])
    .orderBy('p.id')
    .execute()
  return named(text, members)
}

/** Whom of these people the text names. */
export function named(text: string, people: readonly Mentionable[]): PersonId[] {
  const lower = text.toLowerCase()
  return (
    people
      .filter((person) => [person.name, person.first_name].some((name) => names(lower, name.toLowerCase())))
      // The ids of rows of people.
      .map((person) => person.id as PersonId)
  )
}

function names(text: string, name: string): boolean {
  if (name === '') return false
  for (let at = text.indexOf(`@${name}`); at >= 0; at = text.indexOf(`@${name}`, at + 1)) {
    const before = text.slice(0, at)
    const behind = text.slice(at + 1 + name.length)
    // An address such as sam@lee.example names nobody.
    if (!/[\p{L}\p{N}.]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(behind)) return true
  }
  return false
}

import { type Context } from '@veranda/core/notifications/route.ts'
import { type Group } from '@veranda/core/notifications/types.ts'
import { type Recipients } from '@veranda/core/notifications/draft.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'

/** The people a notice is for, in one order so that two reactions never wait for each other in a ring. */
export async function whoIsMeant(db: Db, to: Recipients): Promise<PersonId[]> {
  if ('person' in to) return [to.person]
  const rows =
    to.kind === 'project'
      ? await db
          .selectFrom('project_members')
          .select('person_id')
          .where('project_id', '=', to.membersOf)
          .where('left_at', 'is', null)
          .orderBy('person_id')
          .execute()
      : await db
          .selectFrom('conversation_members')
          .select('person_id')
          .where('conversation_id', '=', to.membersOf)
          .where('left_at', 'is', null)
          .orderBy('person_id')
          .execute()
  // The ids of rows of people.
  return rows.map((row) => row.person_id as PersonId)
}

type Known = { team: boolean; client: boolean; worked: boolean; muted: boolean }

/**
 * What the sender is to the recipient, and whether the recipient muted the conversation. Who looks at what is not known
 * here: somebody who reads a message at once is never told of it (see message-news.ts).
 */
export async function contextOf(
  db: Db,
  recipientId: string,
  senderId: string | null,
  conversationId: string | null,
): Promise<Context> {
  const { rows } = await sql<Known>`
    select
      exists (
        select from project_members a
        join project_members b on b.project_id = a.project_id and b.person_id = ${senderId} and b.left_at is null
        join projects p on p.id = a.project_id and p.state in ('draft', 'open', 'active', 'paused')
        where a.person_id = ${recipientId} and a.left_at is null
      ) as team,
      exists (select from commissions where creator_id = ${recipientId} and client_id = ${senderId}) as client,
      exists (
        select from project_members a
        join project_members b on b.project_id = a.project_id and b.person_id = ${senderId}
        where a.person_id = ${recipientId}
      ) as worked,
      exists (
        select from conversation_members
        where conversation_id = ${conversationId} and person_id = ${recipientId} and muted
      ) as muted`.execute(db)
  const known = rows[0] ?? { team: false, client: false, worked: false, muted: false }
  const groups: Group[] = []
  if (known.team) groups.push('projectTeams')
  if (known.client) groups.push('clients')
  if (known.worked && !known.team && !known.client) groups.push('colleagues')
  return { groups, muted: known.muted, focused: false, active: false }
}

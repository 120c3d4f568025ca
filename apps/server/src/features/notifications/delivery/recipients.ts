import { type RoutingContext } from '@veranda/core/notifications/delivery/route-notification.ts'
import { type Group } from '@veranda/core/notifications/types.ts'
import { type Recipients } from '@veranda/core/notifications/delivery/notification-draft.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/**
 * Resolves the recipients of a draft, without erased users who stay members of a conversation. They are sorted by id so that
 * two handlers lock in the same order and cannot deadlock.
 */
export async function resolveRecipients(db: Db, to: Recipients): Promise<UserId[]> {
  if ('user' in to) return [to.user]
  const rows =
    to.kind === 'project'
      ? await db
          .selectFrom('project_members as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select('m.user_id')
          .where('m.project_id', '=', to.membersOf)
          .where('m.left_at', 'is', null)
          .where('u.closed_at', 'is', null)
          .orderBy('m.user_id')
          .execute()
      : await db
          .selectFrom('conversation_members as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select('m.user_id')
          .where('m.conversation_id', '=', to.membersOf)
          .where('m.left_at', 'is', null)
          .where('u.closed_at', 'is', null)
          .orderBy('m.user_id')
          .execute()
  const { except = [] } = to
  return rows.map((row) => asId<UserId>(row.user_id)).filter((id) => !except.includes(id))
}

type SenderRelation = { team: boolean; client: boolean; worked: boolean }

/**
 * Finds how the sender is related to the recipient. It is not known what a user is looking at; a message that is read at
 * once never notifies (see on-message.ts).
 */
export async function findRoutingContext(
  db: Db,
  recipientId: string,
  senderId: string | null,
): Promise<RoutingContext> {
  const { rows } = await sql<SenderRelation>`
    select
      exists (
        select from project_members a
        join project_members b on b.project_id = a.project_id and b.user_id = ${senderId} and b.left_at is null
        join projects p on p.id = a.project_id and p.state in ('open', 'active')
        where a.user_id = ${recipientId} and a.left_at is null
      ) as team,
      exists (select from commissions where creator_id = ${recipientId} and client_id = ${senderId}) as client,
      exists (
        select from project_members a
        join project_members b on b.project_id = a.project_id and b.user_id = ${senderId}
        where a.user_id = ${recipientId}
      ) as worked`.execute(db)
  const relation = rows[0] ?? { team: false, client: false, worked: false }
  const groups: Group[] = []
  if (relation.team) groups.push('projectTeams')
  if (relation.client) groups.push('clients')
  if (relation.worked && !relation.team && !relation.client) groups.push('colleagues')
  return { groups }
}

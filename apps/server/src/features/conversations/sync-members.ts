import { conversationChanged, membershipChanged } from '@veranda/contract/conversations/events.ts'
import { type ProjectId, type IdGenerator } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { revokeStream } from '../../platform/realtime/realtime.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'
import { readStreamHead } from '../../platform/events/streams.ts'
import { findMemberIds } from './conversation.repository.ts'
import { openConversation } from './open-conversation.ts'

/**
 * Syncs the members of a project's conversation with those of the project: the client and the creators whose offer was
 * accepted. Creates the conversation if it does not exist. New members have nothing unread; members who
 * leave receive nothing more. Idempotent. `version` is published to those who join or leave; those who stay learn that
 * the conversation has changed.
 */
export async function syncProjectMembers(
  ctx: { tx: Tx; ids: IdGenerator; now: Instant; version: number },
  projectId: ProjectId,
): Promise<void> {
  const { tx } = ctx
  const { id: conversationId } = await openConversation(ctx, { kind: 'project', projectId })
  // Serialises concurrent membership changes.
  await tx.selectFrom('conversations').select('id').where('id', '=', conversationId).forUpdate().execute()
  const expectedIds = await findProjectMembers(tx, projectId)
  const currentIds = new Set(await findMemberIds(tx, conversationId))
  const joining = expectedIds.filter((user) => !currentIds.has(user)).toSorted()
  const leaving = [...currentIds].filter((user) => !expectedIds.includes(user)).toSorted()
  const head = await readStreamHead(tx, { kind: 'conversation', id: conversationId })
  if (joining.length > 0) {
    const values = { conversation_id: conversationId, read_seq: head, joined_at: new Date(ctx.now), left_at: null }
    await tx
      .insertInto('conversation_members')
      .values(joining.map((user) => ({ ...values, user_id: user })))
      .onConflict((c) => c.columns(['conversation_id', 'user_id']).doUpdateSet(values))
      .execute()
  }
  if (leaving.length > 0) {
    await tx
      .updateTable('conversation_members')
      .set({ left_at: new Date(ctx.now) })
      .where('conversation_id', '=', conversationId)
      .where('user_id', 'in', leaving)
      .execute()
    for (const user of leaving) revokeStream(tx, { kind: 'conversation', id: conversationId }, user)
  }
  for (const user of [...joining, ...leaving].toSorted()) {
    const change = { id: conversationId, version: ctx.version, projectId, member: joining.includes(user) }
    await publishChange(tx, [user], membershipChanged, change)
  }
  const staying = expectedIds.filter((user) => currentIds.has(user))
  if (staying.length > 0 && joining.length + leaving.length > 0) {
    await publishChange(tx, staying, conversationChanged, { id: conversationId, version: head })
  }
}

async function findProjectMembers(tx: Tx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select client_id as user_id from projects where id = ${projectId}
    union
    select creator_id from commissions where project_id = ${projectId} and state in ('accepted', 'active', 'completed')
  `.execute(tx)
  return rows.map((row) => row.user_id)
}

import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../../db/database.ts'

/** Which item, counted from 0, was said by which message. */
export type SaidItem = { readonly item: number; readonly id: string }

/**
 * The messages that items name, if each belongs to the project's own chat and is still there; whoever asks is a member
 * of it. Refuses changes.message-not-found (not-found).
 */
export async function findChatMessages(
  db: Db,
  projectId: string,
  { items, messages }: { readonly items: readonly string[]; readonly messages: readonly SaidItem[] },
): Promise<Result<readonly SaidItem[]>> {
  if (messages.length === 0) return ok([])
  const ids = [...new Set(messages.map(({ id }) => id))]
  const { rows } = await sql<{ id: string }>`
    select m.id from messages m join conversations c on c.id = m.conversation_id
    where m.id = any(${ids}::uuid[]) and c.project_id = ${projectId} and m.deleted_at is null`.execute(db)
  const there = new Set(rows.map(({ id }) => id))
  const absent = messages.findIndex(({ id, item }) => !there.has(id) || item >= items.length)
  if (absent >= 0) return refuse('changes.message-not-found', 'not-found', { field: `messages.${absent}` })
  return ok(messages)
}

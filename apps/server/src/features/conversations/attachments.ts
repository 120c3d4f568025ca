import { type Attachment } from '@veranda/contract/works/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type WorkReader } from '../../works/readers.ts'
import { findOwnReady } from '../../works/rows.ts'
import { showSummary } from '../../works/show-work.ts'

/** What a message shows of the works that are attached to it. Only one's own that passed their checks can be. */
export async function readAttachments(tx: Tx, ownerId: string, ids: readonly string[]): Promise<Result<Attachment[]>> {
  if (ids.length === 0) return ok([])
  const rows = await findOwnReady(tx, ownerId, ids)
  const attachments: Attachment[] = []
  for (const [index, workId] of ids.entries()) {
    const row = rows.find((one) => one.id === workId)
    if (!row) return refuse('work.not-ready', 'invalid', { field: `works.${index}` })
    const { id, name, kind, bytes, thumbnail } = showSummary(row, false)
    attachments.push({ id, name, kind, bytes, thumbnail })
  }
  return ok(attachments)
}

export async function attach(tx: Tx, messageId: string, workIds: readonly string[]): Promise<void> {
  if (workIds.length === 0) return
  const rows = workIds.map((workId, position) => ({ message_id: messageId, position, work_id: workId }))
  await tx.insertInto('message_works').values(rows).execute()
}

/**
 * Members see what a standing message shows. What was uploaded for the chat they may have whole; a source that was
 * uploaded for a project stays one, wherever it is shown.
 */
export const attachedWorks: WorkReader = async ({ db, work, personId }) => {
  if (personId === null) return 'nothing'
  const { rows } = await sql<{ purpose: string }>`
    select w.purpose from message_works a
    join works w on w.id = a.work_id
    join messages x on x.id = a.message_id and x.deleted_at is null
    join conversation_members m on m.conversation_id = x.conversation_id and m.left_at is null
    where a.work_id = ${work.id} and m.person_id = ${personId}
    limit 1`.execute(db)
  const [row] = rows
  return !row ? 'nothing' : row.purpose === 'chat' ? 'original' : 'view'
}

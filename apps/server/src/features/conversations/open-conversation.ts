import { asId, type ConversationId, type UserId, type ProjectId, type IdGenerator } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../platform/db/database.ts'

type OpenInput =
  | { kind: 'direct'; pair: readonly [UserId, UserId]; by: UserId }
  | { kind: 'project'; projectId: ProjectId }

/** Finds the conversation of two users or of a project, or creates it; `created` tells which. */
export async function openConversation(
  ctx: { tx: Tx; ids: IdGenerator; now: Instant },
  input: OpenInput,
): Promise<{ id: ConversationId; created: boolean }> {
  const direct = input.kind === 'direct'
  const key = direct ? { direct_key: input.pair.join(':') } : { project_id: input.projectId }
  const now = new Date(ctx.now)
  const inserted = await ctx.tx
    .insertInto('conversations')
    .values({
      id: ctx.ids.next(),
      kind: input.kind,
      project_id: direct ? null : input.projectId,
      direct_key: direct ? input.pair.join(':') : null,
      opened_by: direct ? input.by : null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.column(direct ? 'direct_key' : 'project_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  const row = inserted ?? (await findConversation(ctx.tx, key))
  return { id: asId<ConversationId>(row.id), created: inserted !== undefined }
}

function findConversation(tx: Tx, key: { direct_key: string } | { project_id: string }) {
  const query = tx.selectFrom('conversations').select('id')
  const filtered =
    'direct_key' in key
      ? query.where('direct_key', '=', key.direct_key)
      : query.where('project_id', '=', key.project_id)
  return filtered.executeTakeFirstOrThrow()
}

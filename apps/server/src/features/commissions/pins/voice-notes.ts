import { createHash } from 'node:crypto'
import { type VoiceNote, voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { transact } from '../../../db/transact.ts'
import { onDue } from '../../../due/due.ts'
import { lockBytes } from '../../../files/lock-bytes.ts'
import { worker } from '../../../jobs/jobs.ts'
import { type At } from '../at.ts'

/** The timer of what was said aloud at a pin that was taken away: until then it can be brought back. */
export const forgetKind = 'pins.forget-voice'
const cleanQueue = 'pins.clean-voice'

/** Where the bytes of a hash lie in the storage. */
export function voiceKey(sha256: string): string {
  return `voice/${sha256.slice(0, 2)}/${sha256}`
}

type Kept = VoiceNote & { messageId: string; authorId: string; bytes: Uint8Array }

/** Keeps a recording that was checked. Refuses voice.quota (conflict). */
export async function keepVoiceNote({ tx, deps, clock }: At, note: Kept): Promise<Result<true>> {
  const { used } = await tx
    .selectFrom('voice_notes')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('author_id', '=', note.authorId)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + note.bytes.length > voiceLimits.quota) return refuse('voice.quota', 'conflict')
  const sha256 = createHash('sha256').update(note.bytes).digest('hex')
  await lockBytes(tx, sha256)
  await deps.gateways.storage.put(voiceKey(sha256), note.bytes)
  await tx
    .insertInto('voice_notes')
    .values({
      message_id: note.messageId,
      author_id: note.authorId,
      sha256,
      mime: note.mime,
      bytes: note.bytes.length,
      milliseconds: note.milliseconds,
      created_at: new Date(clock.now()),
    })
    .execute()
  return ok(true)
}

/** What was said at a pin that stayed away goes with it. */
export const forgetVoiceNotes = onDue(forgetKind, async ({ tx, due, deps }) => {
  const { rows } = await sql<{ sha256: string }>`
    delete from voice_notes v using pin_messages m, pins p
    where v.message_id = m.id and m.pin_id = p.id and p.id = ${due.subject.id} and p.removed_at is not null
    returning v.sha256`.execute(tx)
  for (const { sha256 } of rows) await deps.jobs.enqueue(tx, cleanQueue, { sha256 })
})

/** Takes the bytes of a hash away when nobody said just that any more. */
export const cleanVoiceNote = worker<{ sha256: string }>(cleanQueue, ({ sha256 }, deps) =>
  transact(deps, async (tx) => {
    await lockBytes(tx, sha256)
    const used = await tx.selectFrom('voice_notes').select('message_id').where('sha256', '=', sha256).executeTakeFirst()
    if (!used) await deps.gateways.storage.remove(voiceKey(sha256))
  }),
)

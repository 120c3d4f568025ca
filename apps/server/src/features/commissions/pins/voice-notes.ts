import { hash } from 'node:crypto'
import { type VoiceNote, voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { timerHandler } from '../../../platform/timers/timers.ts'
import { lockContentHash } from '../../../platform/assets/stored-files/lock-content-hash.ts'
import { bytesDeletionWorker } from '../../../platform/backup/backup-lock.ts'
import { type StoredKeyQuery } from '../../../platform/backup/stored-keys.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'

/** Timer kind that deletes the voice notes of a removed pin once it can no longer be restored. */
export const deleteTimerKind = 'pins.delete-voice-notes'
const deleteUnusedAudioQueue = 'pins.delete-unused-audio'

/** Returns the storage key of audio bytes by their hash. */
export function voiceStorageKey(sha256: string): string {
  return `voice/${sha256.slice(0, 2)}/${sha256}`
}

type NewVoiceNote = VoiceNote & { messageId: string; authorId: string; bytes: Uint8Array }

/** Saves a checked recording. Refuses voice.quota-exceeded (conflict). */
export async function saveVoiceNote({ tx, deps, clock }: CommandContext, note: NewVoiceNote): Promise<Result<true>> {
  const { used } = await tx
    .selectFrom('voice_notes')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('author_id', '=', note.authorId)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + note.bytes.length > voiceLimits.bytesPerUser)
    return refuse('voice.quota-exceeded', 'conflict')
  const sha256 = hash('sha256', note.bytes)
  await lockContentHash(tx, sha256)
  await deps.gateways.storage.put(voiceStorageKey(sha256), note.bytes)
  await tx
    .insertInto('voice_notes')
    .values({
      message_id: note.messageId,
      author_id: note.authorId,
      sha256,
      media_type: note.mediaType,
      bytes: note.bytes.length,
      milliseconds: note.milliseconds,
      created_at: new Date(clock.now()),
    })
    .execute()
  return ok(true)
}

/** Deletes the voice notes of a pin that stayed removed. */
export const deleteVoiceNotes = timerHandler(deleteTimerKind, async ({ tx, timer, deps }) => {
  const { rows } = await sql<{ sha256: string }>`
    delete from voice_notes v using pin_messages m, pins p
    where v.message_id = m.id and m.pin_id = p.id and p.id = ${timer.subject.id} and p.removed_at is not null
    returning v.sha256`.execute(tx)
  for (const { sha256 } of rows) await deps.jobs.enqueue(tx, deleteUnusedAudioQueue, { sha256 })
})

/** Deletes audio bytes that no voice note uses any more. */
export const deleteUnusedAudio = bytesDeletionWorker<{ sha256: string }>(
  deleteUnusedAudioQueue,
  async ({ sha256 }, { tx, deps }) => {
    await lockContentHash(tx, sha256)
    const used = await tx.selectFrom('voice_notes').select('message_id').where('sha256', '=', sha256).executeTakeFirst()
    if (!used) await deps.gateways.storage.remove(voiceStorageKey(sha256))
  },
)

/** Finds the audio of voice notes in the storage. */
export const voiceNoteKeys: StoredKeyQuery = {
  statement: 'select distinct sha256 from voice_notes',
  toKeys: ({ sha256 }) => [voiceStorageKey(String(sha256))],
}

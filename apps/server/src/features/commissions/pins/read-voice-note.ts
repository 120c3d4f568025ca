import { refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { streamBytes } from '../../../platform/assets/stream-bytes.ts'
import { type Db } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type FileReply, type RequestInfo } from '../../../platform/http/route.ts'
import { findAccessibleMilestone } from './milestone-access.ts'
import { voiceStorageKey } from './voice-notes.ts'

type ReadVoiceNoteContext = { tx: Db; actor: Actor | undefined; deps: Deps; request: RequestInfo }

/**
 * Streams the recording of a message to users who see its pin. Refuses pin.message-not-found for others and for removed
 * pins.
 */
export async function readVoiceNote(
  { tx, actor, deps, request }: ReadVoiceNoteContext,
  messageId: string,
): Promise<Result<FileReply>> {
  const notFound = refuse('pin.message-not-found', 'not-found')
  if (!actor) return notFound
  const note = await tx
    .selectFrom('voice_notes as v')
    .innerJoin('pin_messages as m', 'm.id', 'v.message_id')
    .innerJoin('pins as p', 'p.id', 'm.pin_id')
    .select(['v.sha256', 'v.media_type', 'v.bytes', 'p.milestone_id'])
    .where('v.message_id', '=', messageId)
    .where('p.removed_at', 'is', null)
    .executeTakeFirst()
  if (!note || !(await findAccessibleMilestone(tx, note.milestone_id, actor.id)).ok) return notFound
  const { range } = request.headers
  const body = { key: voiceStorageKey(note.sha256), bytes: note.bytes, type: note.media_type, etag: note.sha256 }
  return streamBytes(deps, { ...body, range: Array.isArray(range) ? undefined : range })
}

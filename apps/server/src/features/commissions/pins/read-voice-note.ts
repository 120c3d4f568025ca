import { refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../../access/actor.ts'
import { type Db } from '../../../db/database.ts'
import { type Deps } from '../../../deps.ts'
import { type Raw } from '../../../http/raw.ts'
import { type RequestInfo } from '../../../http/serve.ts'
import { sendBytes } from '../../../works/send-bytes.ts'
import { reachMilestone } from './reach.ts'
import { voiceKey } from './voice-notes.ts'

type At = { tx: Db; actor: Actor | undefined; deps: Deps; request: RequestInfo }

/** The recording of a message, for whoever sees its pin; absent to everybody else and once the pin was taken away. */
export async function readVoiceNote({ tx, actor, deps, request }: At, messageId: string): Promise<Result<Raw>> {
  const absent = refuse('pin.message-not-found', 'not-found')
  if (!actor) return absent
  const note = await tx
    .selectFrom('voice_notes as v')
    .innerJoin('pin_messages as m', 'm.id', 'v.message_id')
    .innerJoin('pins as p', 'p.id', 'm.pin_id')
    .select(['v.sha256', 'v.mime', 'v.bytes', 'p.milestone_id'])
    .where('v.message_id', '=', messageId)
    .where('p.removed_at', 'is', null)
    .executeTakeFirst()
  if (!note || !(await reachMilestone(tx, note.milestone_id, actor.id)).ok) return absent
  const { range } = request.headers
  const sent = { key: voiceKey(note.sha256), bytes: note.bytes, type: note.mime, tag: note.sha256 }
  return sendBytes(deps, { ...sent, range: Array.isArray(range) ? undefined : range })
}

import { type Why } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { findRouting } from './rows.ts'

/** Why one was told, channel by channel, as it was decided at the time. */
export async function whyNotified(at: { tx: Db; actor: Actor }, id: string): Promise<Result<Why>> {
  const channels = await findRouting(at.tx, at.actor.id, id)
  return channels ? ok({ channels }) : refuse('notification.not-found', 'not-found')
}

import { type Explanation } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { findRouting } from './notification.repository.ts'

/** Returns the stored decision and reasons of each channel for a notification. */
export async function explainNotification(ctx: QueryContext, id: string): Promise<Result<Explanation>> {
  const channels = await findRouting(ctx.tx, ctx.actor.id, id)
  return channels ? ok({ channels }) : refuse('notification.not-found', 'not-found')
}

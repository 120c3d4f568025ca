import { type NotificationType } from '@veranda/core/notifications/types.ts'
import { type Db } from '../../db/database.ts'
import { preferencesOf } from './preferences.ts'

/** Whether somebody lets things of this type come by mail at all; for mails that are sent apart from notifications. */
export async function mayMail(db: Db, personId: string, type: NotificationType): Promise<boolean> {
  const { channels, types, typeChannels } = await preferencesOf(db, personId)
  return channels.email && types[type] && typeChannels[type].email
}

import { type Result, ok } from '@veranda/core/result.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type Clock } from '../../../platform/clock/clock.ts'
import { type Db } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type FileReply, fileReply } from '../../../platform/http/route.ts'
import { buildCalendar } from './icalendar.ts'
import { findCalendarEntries } from './calendar-entry.repository.ts'
import { bookingNotFound } from '../booking-locks.ts'
import { hasCalendarFile } from '../booking.presenter.ts'

type Reader = { readonly tx: Db; readonly actor: Actor | undefined; readonly clock: Clock; readonly deps: Deps }

/** Returns the calendar file of one booking for one of its sides. */
export async function readCalendarFile({ tx, actor, clock, deps }: Reader, id: string): Promise<Result<FileReply>> {
  const [entry] = actor ? await findCalendarEntries(tx, actor.id, { id }) : []
  if (!entry || !hasCalendarFile(entry.booking)) return bookingNotFound()
  return ok(toCalendarDownload(buildCalendar([entry], 'PUBLISH', clock.now(), deps), `veranda-${id.slice(-8)}.ics`))
}

/** Wraps calendar text as a download that no cache may store. */
export function toCalendarDownload(content: string, name: string): FileReply {
  return fileReply({
    type: 'text/calendar; charset=utf-8',
    body: content,
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' },
  })
}

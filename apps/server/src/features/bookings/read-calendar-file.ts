import { type Result, ok } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type Raw, raw } from '../../http/raw.ts'
import { calendarOf } from './calendar-file.ts'
import { entriesFor } from './calendar-entries.ts'
import { absent } from './own-booking.ts'
import { hasCalendar } from './show-booking.ts'

type Reader = { readonly tx: Db; readonly actor: Actor | undefined; readonly clock: Clock; readonly deps: Deps }

/** The calendar file of one booking, for one of its people. */
export async function readCalendarFile({ tx, actor, clock, deps }: Reader, id: string): Promise<Result<Raw>> {
  const [entry] = actor ? await entriesFor(tx, actor.id, { id }) : []
  if (!entry || !hasCalendar(entry.booking)) return absent()
  return ok(fileOf(calendarOf([entry], 'PUBLISH', clock.now(), deps), `veranda-${id.slice(-8)}.ics`))
}

/** Calendar text as a download that nobody but its reader keeps. */
export function fileOf(content: string, name: string): Raw {
  return raw({
    type: 'text/calendar; charset=utf-8',
    body: content,
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' },
  })
}

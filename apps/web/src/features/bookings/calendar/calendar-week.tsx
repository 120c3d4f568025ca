import { readCalendar } from '@veranda/contract/bookings/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { zoneName } from '@veranda/core/time/zone-name.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { dayName } from './format-day.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useOffersServices } from '../../../lib/session/own-account.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { addDays, dateInZone, epochMsInZone, mondayOf } from './time-zone.ts'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import styles from './calendar-week.module.css'
import { DayHoursDialog } from '../availability/day-hours-dialog.tsx'
import { WeekGrid } from './week-grid.tsx'

/** Shows the user's week from the address; users who offer something can change the open hours of a single day. */
export function CalendarWeek() {
  const t = useTranslations('bookings')
  const format = useFormat()
  const { timeZone: zone } = format
  const now = useServerNow()
  const offersServices = useOffersServices()
  const [params, setParams] = useSearchParams()
  const [editing, setEditing] = useState<string>()
  const today = dateInZone(zone, now)
  const asked = params.get('week')
  const monday = mondayOf(
    asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today,
  )
  const iso = (date: string) => new Date(epochMsInZone(zone, date, '00:00')).toISOString()
  const read = useRead(
    readCalendar,
    { query: { from: iso(monday), to: iso(addDays(monday, 7)) } },
    { keepPrevious: true, staleTimeMs: 0 },
  )
  const dates = (date: string) => format.date(new Date(epochMsInZone(zone, date, '12:00')).toISOString())

  function turn(to: string) {
    const next = new URLSearchParams(params)
    if (mondayOf(to) === mondayOf(today)) next.delete('week')
    else next.set('week', to)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  return (
    <Stack gap={4}>
      <div className={styles.bar}>
        <div className={styles.turn}>
          <IconButton label={t('week.earlier')} icon="chevron-start" onClick={() => turn(addDays(monday, -7))} />
          <h2 className={styles.range} aria-live="polite">
            <bdi>{t('slots.range', { from: dates(monday), to: dates(addDays(monday, 6)) })}</bdi>
          </h2>
          <IconButton label={t('week.later')} icon="chevron-end" onClick={() => turn(addDays(monday, 7))} />
          {monday !== mondayOf(today) && (
            <Button size="small" onClick={() => turn(today)}>
              {t('week.today')}
            </Button>
          )}
        </div>
        <span className={styles.quiet}>{t('week.zone', { place: zoneName(zone) })}</span>
      </div>
      <QueryBoundary
        query={read}
        errorTitle={t('week.failed')}
        skeleton={
          <div role="status" aria-label={t('week.loading')}>
            <Skeleton shape="block" height="540px" />
          </div>
        }
      >
        {(calendar) => (
          <Card>
            <WeekGrid
              monday={monday}
              zone={zone}
              calendar={calendar}
              now={now}
              dayAction={
                offersServices
                  ? (date) => (
                      <IconButton
                        size="small"
                        icon="edit"
                        label={t('week.change', { day: dayName(format, date) })}
                        onClick={() => setEditing(date)}
                      />
                    )
                  : undefined
              }
            />
          </Card>
        )}
      </QueryBoundary>
      {editing !== undefined && <DayHoursDialog key={editing} date={editing} onClose={() => setEditing(undefined)} />}
    </Stack>
  )
}

import { listSlots } from '@veranda/contract/bookings/routes.ts'
import { type Slots } from '@veranda/contract/bookings/services/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { formatFor, useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { addDays, dateInZone } from '../calendar/time-zone.ts'
import { TimeZoneSelect } from '../../../components/time/time-zone-select.tsx'
import { DayStrip } from './day-strip.tsx'
import { DayTimes } from './day-times.tsx'
import { daysPerStrip, selectedDay, stripFrom } from './slot-days.ts'
import styles from './slot-picker.module.css'

export type SlotPickerProps = {
  serviceId: string
  /** Whose time is shown next to the reader's. */
  other: { name: string; zone: string } | undefined
  onPick: (at: string, zone: string) => void
  /** The start that is being reserved, or was chosen. */
  chosen?: string | undefined
  busy?: boolean | undefined
  /** Booking to move: it does not block itself, and its current time is not offered. */
  movingBookingId?: string | undefined
  /** Where to start, for example the next free start. */
  startNear?: string | null | undefined
}

/** Shows the free times of one service, a week at a time, in a zone of choice. */
export function SlotPicker({ serviceId, other, onPick, chosen, busy, movingBookingId, startNear }: SlotPickerProps) {
  const t = useTranslations('bookings')
  const language = useLanguage()
  const account = useFormat().timeZone
  const [zone, setZone] = useState(account)
  const now = useServerNow()
  const today = dateInZone(zone, now)
  const [from, setFrom] = useState<string>()
  const [wanted, setWanted] = useState<string>()
  const begin = from ?? (startNear ? laterOf(dateInZone(zone, Date.parse(startNear)), today) : today)
  const read = useRead(
    listSlots,
    {
      params: { id: serviceId },
      query: { from: begin, to: addDays(begin, daysPerStrip - 1), timeZone: zone, movingBookingId },
    },
    { keepPrevious: true, staleTimeMs: 0 },
  )
  const format = formatFor(language, zone)
  const strip = stripFrom(begin, read.isPlaceholderData ? undefined : read.data)
  const day = selectedDay(strip, wanted)
  const noon = (date: string) => `${date}T12:00:00Z`
  const dates = formatFor(language, 'UTC')

  function turn(days: number) {
    const next = addDays(begin, days)
    setFrom(next < today ? today : next)
    setWanted(undefined)
  }

  return (
    <Stack gap={4}>
      <div className={styles.head}>
        <div className={styles.turn}>
          <IconButton
            label={t('slots.earlier')}
            icon="chevron-start"
            disabled={begin <= today}
            onClick={() => turn(-daysPerStrip)}
          />
          <span className={styles.range} aria-live="polite">
            <bdi>
              {t('slots.range', {
                from: dates.date(noon(begin)),
                to: dates.date(noon(addDays(begin, daysPerStrip - 1))),
              })}
            </bdi>
          </span>
          <IconButton label={t('slots.later')} icon="chevron-end" onClick={() => turn(daysPerStrip)} />
        </div>
        <div className={styles.zone}>
          <Field label={t('slots.zone')}>
            <TimeZoneSelect
              value={zone}
              onChange={(next) => {
                setZone(next)
                setFrom(undefined)
                setWanted(undefined)
              }}
            />
          </Field>
        </div>
      </div>
      <QueryBoundary
        query={read}
        errorTitle={t('slots.failed')}
        skeleton={
          <div role="status" aria-label={t('slots.loading')} className={styles.shape}>
            <Skeleton shape="block" height="72px" />
            <Skeleton shape="block" height="120px" />
          </div>
        }
      >
        {(slots) => (
          <div aria-busy={read.isPlaceholderData || undefined} className={styles.body}>
            <NotBookableBanner reason={slots.notBookable} />
            <DayStrip days={strip} selected={day?.date} onChange={setWanted} />
            {day && day.slots.length > 0 ? (
              <DayTimes
                day={day}
                zone={zone}
                other={other}
                chosen={chosen}
                busy={busy}
                onPick={slots.notBookable ? undefined : onPick}
              />
            ) : (
              !read.isPlaceholderData &&
              slots.notBookable?.reason !== 'paying' && (
                <div className={styles.none} role="status">
                  <p>{slots.next === null ? t('slots.none-at-all') : t('slots.none')}</p>
                  {slots.next !== null && (
                    <Button
                      icon="arrow-end"
                      onClick={() => slots.next !== null && setFrom(dateInZone(zone, Date.parse(slots.next)))}
                    >
                      {t('slots.next', { day: format.day(slots.next), time: format.time(slots.next) })}
                    </Button>
                  )}
                </div>
              )
            )}
          </div>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other
}

/** Shows why the reader cannot book any of the times, with a link to the cause. */
export function NotBookableBanner({ reason }: { reason: Slots['notBookable'] }) {
  const t = useTranslations('bookings')
  if (reason === null) return null
  if (reason.reason === 'own') return <Banner>{t('slots.own')}</Banner>
  return (
    <Banner
      tone="warning"
      title={t('slots.paying')}
      action={<Link href={`/booking/confirm/${reason.bookingId}`}>{t('taken.to-reservation')}</Link>}
    />
  )
}

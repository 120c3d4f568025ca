import { listSlots } from '@veranda/contract/bookings/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { formatFor, useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { useNow } from '../../lib/now.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { addDays, dateIn } from '../../lib/zoned.ts'
import { Reading } from '../../parts/reading.tsx'
import { ZoneSelect } from '../../parts/zone-select.tsx'
import { DayStrip } from './day-strip.tsx'
import { DayTimes } from './day-times.tsx'
import { NotBookable } from './not-bookable.tsx'
import { shownDay, stripDays, stripOf } from './slot-days.ts'
import styles from './slot-picker.module.css'

export type SlotPickerProps = {
  serviceId: string
  /** Whose clock is shown beside one's own. */
  other: { name: string; zone: string } | undefined
  onPick: (at: string, zone: string) => void
  /** The moment that is being asked for, or was chosen. */
  chosen?: string | undefined
  busy?: boolean | undefined
  /** A booking that is to be moved: it does not stand in its own way, and its present time is no other. */
  moving?: string | undefined
  /** Where to begin: a free moment, say. */
  near?: string | null | undefined
}

/** Free times of one service, a week at a time, on the clock of a zone that one chooses. */
export function SlotPicker({ serviceId, other, onPick, chosen, busy, moving, near }: SlotPickerProps) {
  const t = useWords('bookings')
  const language = useLanguage()
  const account = useFormat().zone
  const [zone, setZone] = useState(account)
  const now = useNow()
  const today = dateIn(zone, now)
  const [from, setFrom] = useState<string>()
  const [wanted, setWanted] = useState<string>()
  const begin = from ?? (near ? laterOf(dateIn(zone, Date.parse(near)), today) : today)
  const read = useRead(
    listSlots,
    { params: { id: serviceId }, query: { from: begin, to: addDays(begin, stripDays - 1), timeZone: zone, moving } },
    { keep: true, fresh: 0 },
  )
  const format = formatFor(language, zone)
  const strip = stripOf(begin, read.isPlaceholderData ? undefined : read.data)
  const day = shownDay(strip, wanted)
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
            onClick={() => turn(-stripDays)}
          />
          <span className={styles.range} aria-live="polite">
            <bdi>
              {t('slots.range', {
                from: dates.date(noon(begin)),
                to: dates.date(noon(addDays(begin, stripDays - 1))),
              })}
            </bdi>
          </span>
          <IconButton label={t('slots.later')} icon="chevron-end" onClick={() => turn(stripDays)} />
        </div>
        <div className={styles.zone}>
          <Field label={t('slots.zone')}>
            <ZoneSelect
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
      <Reading
        of={read}
        failed={t('slots.failed')}
        shape={
          <div role="status" aria-label={t('slots.loading')} className={styles.shape}>
            <Skeleton shape="block" height="72px" />
            <Skeleton shape="block" height="120px" />
          </div>
        }
      >
        {(slots) => (
          <div aria-busy={read.isPlaceholderData || undefined} className={styles.body}>
            <NotBookable why={slots.notBookable} />
            <DayStrip strip={strip} shown={day?.date} onChange={setWanted} />
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
                      onClick={() => slots.next !== null && setFrom(dateIn(zone, Date.parse(slots.next)))}
                    >
                      {t('slots.next', { day: format.day(slots.next), time: format.time(slots.next) })}
                    </Button>
                  )}
                </div>
              )
            )}
          </div>
        )}
      </Reading>
    </Stack>
  )
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other
}

import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { dayName } from '../calendar/format-day.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { DateField } from '../../../components/time/date-field.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { dateInZone } from '../calendar/time-zone.ts'
import { TimeRangeList } from './time-range-list.tsx'
import { rangesOnDate, type ScheduleDraft, defaultRange, withOverride } from './schedule-draft.ts'
import styles from './schedule.module.css'

type DayOverrideListProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

/** Edits single days with their own hours, or none. */
export function DayOverrideList({ draft, onChange }: DayOverrideListProps) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const today = dateInZone(draft.timeZone, useServerNow())
  const [date, setDate] = useState('')
  const known = draft.overrides.some((one) => one.date === date)

  function add(off: boolean) {
    if (date === '' || known) return
    const { ranges } = rangesOnDate(draft, date)
    onChange(withOverride(draft, date, off ? [] : ranges.length > 0 ? ranges : [defaultRange]))
    setDate('')
  }

  return (
    <Stack gap={4}>
      <p className={styles.quiet}>{t('overrides.text')}</p>
      {draft.overrides.length > 0 && (
        <ul>
          {draft.overrides.map((one) => (
            <li key={one.date} className={styles.weekday}>
              <span className={styles.weekdayName}>{dayName(format, one.date)}</span>
              <TimeRangeList
                name={dayName(format, one.date)}
                ranges={one.ranges}
                onChange={(ranges) => onChange(withOverride(draft, one.date, ranges))}
              />
              <IconButton
                size="small"
                icon="trash"
                label={t('overrides.remove', { day: dayName(format, one.date) })}
                onClick={() => onChange(withOverride(draft, one.date, undefined))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.fields}>
        <Field label={t('overrides.day')} error={known ? t('overrides.known') : undefined}>
          <DateField min={today} value={date} onChange={(event) => setDate(event.target.value)} />
        </Field>
      </div>
      <Inline wrap>
        <Button size="small" icon="plus" disabled={date === '' || known} onClick={() => add(false)}>
          {t('overrides.add')}
        </Button>
        <Button size="small" disabled={date === '' || known} onClick={() => add(true)}>
          {t('overrides.off')}
        </Button>
      </Inline>
    </Stack>
  )
}

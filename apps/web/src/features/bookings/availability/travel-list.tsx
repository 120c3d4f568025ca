import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { zoneName } from '@veranda/core/time/zone-name.ts'
import { useState } from 'react'
import { dayName } from '../calendar/format-day.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { DateField } from '../../../components/time/date-field.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { dateInZone } from '../calendar/time-zone.ts'
import { TimeZoneSelect } from '../../../components/time/time-zone-select.tsx'
import { type ScheduleDraft } from './schedule-draft.ts'
import styles from './schedule.module.css'

type TravelListProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

/** Edits the days from which the schedule is meant in another zone. */
export function TravelList({ draft, onChange }: TravelListProps) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const today = dateInZone(draft.timeZone, useServerNow())
  const [from, setFrom] = useState('')
  const [zone, setZone] = useState(draft.timeZone)
  const known = draft.travels.some((one) => one.from === from)

  function add() {
    if (from === '' || known) return
    const travels = [...draft.travels, { from, timeZone: zone }].toSorted((a, b) => a.from.localeCompare(b.from))
    onChange({ ...draft, travels })
    setFrom('')
  }

  return (
    <Stack gap={4}>
      <p className={styles.quiet}>{t('travels.text')}</p>
      {draft.travels.length > 0 && (
        <ul>
          {draft.travels.map((one) => (
            <li key={one.from} className={styles.line}>
              <span>
                {t('travels.line', { day: dayName(format, one.from), place: zoneName(one.timeZone) })}{' '}
                <span className={styles.quiet}>{one.timeZone}</span>
              </span>
              <IconButton
                size="small"
                icon="trash"
                label={t('travels.remove', { day: dayName(format, one.from) })}
                onClick={() =>
                  onChange({ ...draft, travels: draft.travels.filter(({ from: day }) => day !== one.from) })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.fields}>
        <Field label={t('travels.from')} error={known ? t('overrides.known') : undefined}>
          <DateField min={today} value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t('travels.zone')}>
          <TimeZoneSelect value={zone} onChange={setZone} />
        </Field>
      </div>
      <div>
        <Button size="small" icon="plus" disabled={from === '' || known} onClick={add}>
          {t('travels.add')}
        </Button>
      </div>
    </Stack>
  )
}

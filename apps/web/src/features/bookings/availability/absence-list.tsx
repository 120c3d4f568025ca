import { zoneOnDate } from '@veranda/core/bookings/availability/schedule.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { formatFor } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { DateField } from '../../../components/time/date-field.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { addDays, dateInZone, epochMsInZone } from '../calendar/time-zone.ts'
import { type ScheduleDraft } from './schedule-draft.ts'
import styles from './schedule.module.css'

type AbsenceListProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

/** Edits absences of whole days, from the first to the last day. */
export function AbsenceList({ draft, onChange }: AbsenceListProps) {
  const t = useTranslations('bookings')
  const language = useLanguage()
  const today = dateInZone(draft.timeZone, useServerNow())
  const [text, setText] = useState({ from: '', to: '', note: '' })
  const backwards = text.from !== '' && text.to !== '' && text.to < text.from
  const ready = text.from !== '' && text.to !== '' && !backwards
  const iso = (date: string) => new Date(epochMsInZone(zoneOnDate(draft, date), date, '00:00')).toISOString()

  function add() {
    if (!ready) return
    const absence = { from: iso(text.from), to: iso(addDays(text.to, 1)), note: text.note.trim() }
    onChange({ ...draft, absences: [...draft.absences, absence].toSorted((a, b) => a.from.localeCompare(b.from)) })
    setText({ from: '', to: '', note: '' })
  }

  function named(absence: { from: string; to: string }): string {
    const zone = zoneOnDate(draft, dateInZone(draft.timeZone, Date.parse(absence.from)))
    const format = formatFor(language, zone)
    // `to` is the first instant after the absence.
    const last = new Date(Date.parse(absence.to) - 60_000).toISOString()
    const days = [format.weekday(absence.from), format.weekday(last)]
    return days[0] === days[1] ? (days[0] ?? '') : t('slots.range', { from: days[0] ?? '', to: days[1] ?? '' })
  }

  return (
    <Stack gap={4}>
      <p className={styles.quiet}>{t('absences.text')}</p>
      {draft.absences.length > 0 && (
        <ul>
          {draft.absences.map((absence, index) => (
            <li key={`${absence.from}${absence.to}`} className={styles.line}>
              <span>
                <strong>{named(absence)}</strong> <bdi className={styles.quiet}>{absence.note}</bdi>
              </span>
              <IconButton
                size="small"
                icon="trash"
                label={t('absences.remove', { days: named(absence) })}
                onClick={() => onChange({ ...draft, absences: draft.absences.filter((_, at) => at !== index) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.fields}>
        <Field label={t('absences.from')}>
          <DateField
            min={today}
            value={text.from}
            onChange={(event) => setText({ ...text, from: event.target.value })}
          />
        </Field>
        <Field label={t('absences.to')} error={backwards ? t('absences.backwards') : undefined}>
          <DateField
            min={text.from || today}
            value={text.to}
            onChange={(event) => setText({ ...text, to: event.target.value })}
          />
        </Field>
        <Field label={t('absences.note')} optional>
          <TextInput
            maxLength={120}
            value={text.note}
            onChange={(event) => setText({ ...text, note: event.target.value })}
          />
        </Field>
      </div>
      <div>
        <Button size="small" icon="plus" disabled={!ready} onClick={add}>
          {t('absences.add')}
        </Button>
      </div>
    </Stack>
  )
}

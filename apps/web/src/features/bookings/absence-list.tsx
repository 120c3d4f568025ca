import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { formatFor } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { useNow } from '../../lib/now.ts'
import { useWords } from '../../lib/words.ts'
import { addDays, dateIn, momentIn } from '../../lib/zoned.ts'
import { type ScheduleDraft, zoneOn } from './schedule-draft.ts'
import styles from './schedule.module.css'

type AbsenceListProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

/** Whole days on which one is away, from the first to the last. */
export function AbsenceList({ draft, onChange }: AbsenceListProps) {
  const t = useWords('bookings')
  const language = useLanguage()
  const today = dateIn(draft.timeZone, useNow())
  const [text, setText] = useState({ from: '', to: '', note: '' })
  const backwards = text.from !== '' && text.to !== '' && text.to < text.from
  const ready = text.from !== '' && text.to !== '' && !backwards
  const iso = (date: string) => new Date(momentIn(zoneOn(draft, date), date, '00:00')).toISOString()

  function add() {
    if (!ready) return
    const absence = { from: iso(text.from), to: iso(addDays(text.to, 1)), note: text.note.trim() }
    onChange({ ...draft, absences: [...draft.absences, absence].toSorted((a, b) => a.from.localeCompare(b.from)) })
    setText({ from: '', to: '', note: '' })
  }

  function named(absence: { from: string; to: string }): string {
    const zone = zoneOn(draft, dateIn(draft.timeZone, Date.parse(absence.from)))
    const format = formatFor(language, zone)
    // The end is the first moment after it.
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
          <TextInput
            type="date"
            min={today}
            value={text.from}
            onChange={(event) => setText({ ...text, from: event.target.value })}
          />
        </Field>
        <Field label={t('absences.to')} error={backwards ? t('absences.backwards') : undefined}>
          <TextInput
            type="date"
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

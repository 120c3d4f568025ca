import { maxSearchAheadDays } from '@veranda/core/bookings/availability/free-times.ts'
import { formatSearchHours, maxSearchHours } from '@veranda/core/talent/search/search-hours.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { ToggleChip } from '@veranda/ui/chip.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { type SubmitEvent, useState } from 'react'
import { DateField } from '../../../components/time/date-field.tsx'
import { TimeSelect } from '../../../components/time/time-select.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './filter-panel.module.css'
import { type SearchFilters, toggled } from './search-filters.ts'
import { useHoursLabel } from './use-hours-label.ts'

/** Hours that many ask for, as they are in the address. */
const presets = { mornings: '12345.0900-1200', evenings: '12345.1800-2100', weekends: '67.0900-1800' } as const
const presetNames = ['mornings', 'evenings', 'weekends'] as const
const presetHours: readonly string[] = Object.values(presets)

type Props = {
  filters: SearchFilters
  onChange: (change: Pick<SearchFilters, 'free' | 'hours'>) => void
}

/** Filters by when a session is wanted, in the reader's own time zone. */
export function HoursFilter({ filters, onChange }: Props) {
  const t = useTranslations('talent')
  const { timeZone } = useFormat()
  const labelOf = useHoursLabel()
  const [isAdding, setIsAdding] = useState(false)
  const hours = filters.hours ?? []
  const own = hours.filter((one) => !presetHours.includes(one))
  const toggle = (one: string) => onChange({ ...filters, hours: toggled(hours, one).slice(0, maxSearchHours) })
  return (
    <fieldset className={styles.hours}>
      <legend className={styles.legend}>{t('filter.hours')}</legend>
      <Checkbox
        label={t('filter.hours.week')}
        checked={filters.free === 'week'}
        onChange={(event) => onChange({ ...filters, free: event.target.checked ? 'week' : undefined })}
      />
      {presetNames.map((name) => (
        <Checkbox
          key={name}
          label={t(`filter.hours.${name}`)}
          hint={labelOf(presets[name])}
          checked={hours.includes(presets[name])}
          onChange={() => toggle(presets[name])}
        />
      ))}
      {own.map((one) => (
        <Checkbox key={one} label={labelOf(one)} checked onChange={() => toggle(one)} />
      ))}
      {isAdding ? (
        <HoursForm
          onAdd={(one) => {
            setIsAdding(false)
            if (!hours.includes(one)) toggle(one)
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        hours.length < maxSearchHours && (
          <Button size="small" icon="clock" onClick={() => setIsAdding(true)}>
            {t('filter.hours.add')}
          </Button>
        )
      )}
      <p className={styles.note}>{t('filter.hours.zone', { zone: timeZone.replaceAll('_', ' ') })}</p>
    </fieldset>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

function HoursForm({ onAdd, onCancel }: { onAdd: (hours: string) => void; onCancel: () => void }) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const { locale, timeZone } = useFormat()
  const [kind, setKind] = useState<'weekdays' | 'date'>('weekdays')
  const [days, setDays] = useState<readonly number[]>([1, 2, 3, 4, 5])
  const now = useServerNow()
  const dateAt = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
  const [date, setDate] = useState(() => dateAt(now))
  const [from, setFrom] = useState('18:00')
  const [to, setTo] = useState('21:00')
  const [problem, setProblem] = useState<'days' | 'times'>()
  const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (kind === 'weekdays' ? days.length === 0 : date === '') return setProblem('days')
    if (from === to) return setProblem('times')
    return onAdd(formatSearchHours({ ...(kind === 'weekdays' ? { weekdays: days } : { date }), from, to }))
  }

  return (
    <form onSubmit={submit} className={styles.hours} noValidate>
      <RadioGroup
        label={t('filter.hours.when')}
        look="row"
        value={kind}
        onChange={setKind}
        options={(['weekdays', 'date'] as const).map((value) => ({ value, label: t(`filter.hours.${value}`) }))}
      />
      {kind === 'weekdays' ? (
        <div className={styles.days} role="group" aria-label={t('filter.hours.weekdays')}>
          {weekdays.map((day) => (
            <ToggleChip
              key={day}
              on={days.includes(day)}
              onChange={(on) =>
                setDays(on ? [...days, day].toSorted((a, b) => a - b) : days.filter((one) => one !== day))
              }
            >
              {short.format(Date.UTC(2024, 0, day))}
            </ToggleChip>
          ))}
        </div>
      ) : (
        <Field label={t('filter.hours.date')} error={problem === 'days' ? t('filter.hours.days.missing') : undefined}>
          <DateField
            min={dateAt(now)}
            max={dateAt(now + maxSearchAheadDays * 86_400_000)}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </Field>
      )}
      {problem === 'days' && kind === 'weekdays' && (
        <p className={styles.fault} role="alert">
          {t('filter.hours.days.missing')}
        </p>
      )}
      <div className={styles.times}>
        <Field label={t('filter.hours.from')}>
          <TimeSelect value={from} onChange={setFrom} />
        </Field>
        <Field label={t('filter.hours.to')}>
          <TimeSelect value={to} onChange={setTo} />
        </Field>
      </div>
      {problem === 'times' && (
        <p className={styles.fault} role="alert">
          {t('filter.hours.times.wrong')}
        </p>
      )}
      <div className={styles.days}>
        <Button type="submit" size="small">
          {t('filter.hours.apply')}
        </Button>
        <Button kind="quiet" size="small" onClick={onCancel}>
          {c('cancel')}
        </Button>
      </div>
    </form>
  )
}

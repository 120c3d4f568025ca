import { Select, type SelectProps } from '@veranda/ui/select.tsx'
import { useFormat } from '../../lib/i18n/format.ts'

const stepMinutes = 15
const stepsOfDay = Array.from({ length: (24 * 60) / stepMinutes }, (_, index) => clockOf(index * stepMinutes))

type TimeSelectProps = Omit<SelectProps, 'options' | 'value' | 'onChange'> & {
  /** Wall clock in `HH:MM`; 24:00 is the end of the day. */
  value: string
  onChange: (value: string) => void
}

/**
 * Chooses a time of day in quarters of an hour, written as the reader's language writes times: the browser's own time
 * field follows the browser. A time in between, set elsewhere, stays a choice.
 */
export function TimeSelect({ value, onChange, ...rest }: TimeSelectProps) {
  const clockText = useClockText()
  const times = stepsOfDay.includes(value) ? stepsOfDay : [...stepsOfDay, value].toSorted()
  return (
    <Select
      {...rest}
      value={value}
      options={times.map((time) => ({ value: time, label: clockText(time) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Returns a function that writes a wall clock of `HH:MM` as the reader's language does. */
export function useClockText(): (clock: string) => string {
  const { locale } = useFormat()
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  // No clock shows 24:00.
  return (clock) => (clock === '24:00' ? clock : format.format(new Date(`1970-01-01T${clock}:00Z`)))
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

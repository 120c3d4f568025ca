import { DateInput, type DateInputProps } from '@veranda/ui/date-input.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

/** Chooses a day, written as the reader's language writes it. The value is `YYYY-MM-DD`, or empty. */
export function DateField(props: Omit<DateInputProps, 'text'>) {
  const t = useTranslations('common')
  const { locale } = useFormat()
  const { value } = props
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const text = value === '' ? t('date.choose') : format.format(new Date(`${value}T00:00:00Z`))
  return <DateInput {...props} text={text} />
}

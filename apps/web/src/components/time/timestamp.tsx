import { useFormat } from '../../lib/i18n/format.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './timestamp.module.css'

export type TimestampProps = {
  /** ISO 8601 in UTC. */
  at: string
  /** relative: "in 3 days". date: "3 Dec". day: "Thu, 3 Dec". time: "18:20". moment: day and time. */
  show?: 'relative' | 'date' | 'day' | 'time' | 'moment' | undefined
  /** The other side's zone; the hover text then shows both times. */
  zone?: string | undefined
}

/** Shows a time in the reader's zone; the hover text has the full time, the relative time and the other zone. */
export function Timestamp({ at, show = 'relative', zone }: TimestampProps) {
  const t = useTranslations('common')
  const format = useFormat()
  const now = useServerNow()
  const text = {
    relative: () => format.relative(at, now),
    date: () => format.date(at),
    day: () => format.weekday(at),
    time: () => format.time(at),
    moment: () => t('when.moment', { day: format.weekday(at), time: format.time(at) }),
  }[show]()
  const own = t('when.both', { own: format.full(at), zone: format.timeZone })
  const other = zone === undefined || zone === format.timeZone ? undefined : `${format.fullIn(at, zone)} (${zone})`
  const title = [own, other, show === 'relative' ? undefined : format.relative(at, now)].filter(Boolean).join(' · ')
  return (
    <time className={styles.when} dateTime={at} title={title}>
      {text}
    </time>
  )
}

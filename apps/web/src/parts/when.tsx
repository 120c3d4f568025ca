import { useFormat } from '../lib/format.ts'
import { useNow } from '../lib/now.ts'
import { useWords } from '../lib/words.ts'
import styles from './when.module.css'

export type WhenProps = {
  /** ISO 8601 in UTC. */
  at: string
  /** relative: "in 3 days". date: "3 Dec". day: "Thu, 3 Dec". time: "18:20". moment: day and time. */
  show?: 'relative' | 'date' | 'day' | 'time' | 'moment' | undefined
  /** The other side's zone; the hover text then shows both clocks. */
  zone?: string | undefined
}

/** A moment, as the reader's clock shows it; hovering says it in full, with the relative time and the other zone. */
export function When({ at, show = 'relative', zone }: WhenProps) {
  const t = useWords('common')
  const format = useFormat()
  const now = useNow()
  const text = {
    relative: () => format.relative(at, now),
    date: () => format.date(at),
    day: () => format.weekday(at),
    time: () => format.time(at),
    moment: () => `${format.weekday(at)}, ${format.time(at)}`,
  }[show]()
  const own = t('when.both', { own: format.full(at), zone: format.zone })
  const other = zone === undefined || zone === format.zone ? undefined : `${format.fullIn(at, zone)} (${zone})`
  const said = [own, other, show === 'relative' ? undefined : format.relative(at, now)].filter(Boolean).join(' · ')
  return (
    <time className={styles.when} dateTime={at} title={said}>
      {text}
    </time>
  )
}

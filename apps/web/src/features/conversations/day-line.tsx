import { useFormat } from '../../lib/format.ts'
import { serverNow } from '../../lib/now.ts'
import { useWords } from '../../lib/words.ts'
import styles from './message-list.module.css'

const day = 86_400_000

/** The day on which what follows was written. */
export function DayLine({ at }: { at: string }) {
  const t = useWords('messages')
  const format = useFormat()
  const dayOf = (moment: number) => format.date(new Date(moment).toISOString())
  const said = format.date(at)
  const now = serverNow()
  const text =
    said === dayOf(now) ? t('day.today') : said === dayOf(now - day) ? t('day.yesterday') : format.weekday(at)
  return (
    <li className={styles.day}>
      <time dateTime={at.slice(0, 10)} title={format.full(at)}>
        {text}
      </time>
    </li>
  )
}

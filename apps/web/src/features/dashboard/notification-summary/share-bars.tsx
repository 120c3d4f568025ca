import { useId } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import styles from './notification-summary.module.css'

type ShareBar = {
  id: string
  name: string
  count: number
  /** The part of the bar, from 0 to 1, that is drawn stronger; all of it by default. */
  part?: number
  /** The meaning of the part, in words. */
  note?: string
}

const barSize = { width: 100, height: 6 }

/** Shows counts as bars in proportion to the highest one, each with its name and number beside it. */
export function ShareBars({ title, items }: { title: string; items: readonly ShareBar[] }) {
  const id = useId()
  const format = useFormat()
  const most = Math.max(1, ...items.map(({ count }) => count))
  const { width, height } = barSize
  return (
    <section className={styles.shares} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {items.map(({ id: key, name, count, part = 1, note }) => {
          const length = (count / most) * width
          return (
            <li key={key}>
              <span>
                {name}
                {note !== undefined && <span className={styles.note}> · {note}</span>}
              </span>
              <span className={styles.count}>{format.number(count)}</span>
              {/* The number says the same. */}
              <svg
                viewBox={`0 0 ${width} ${height}`}
                preserveAspectRatio="none"
                aria-hidden="true"
                className={styles.share}
              >
                <rect className={styles.track} width={length} height={height} />
                <rect className={styles.bar} width={length * part} height={height} />
              </svg>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

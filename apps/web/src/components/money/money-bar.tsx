import { cx } from '@veranda/ui/cx.ts'
import tones from '@veranda/ui/tone.module.css'
import { type Tone } from '@veranda/ui/tone.ts'
import { type MoneyAmount } from '../../lib/format.ts'
import { Amount } from './amount.tsx'
import styles from './money-bar.module.css'

export type MoneyBarSegment = { id: string; label: string; money: MoneyAmount; tone: Tone; href?: string | undefined }

/** Shows the parts of one sum as a bar. All parts share a currency; their amounts are the legend. */
export function MoneyBar({ parts }: { parts: readonly MoneyBarSegment[] }) {
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {parts
          .filter((segment) => segment.money.amount > 0)
          .map((segment) => (
            <span
              key={segment.id}
              className={cx(styles.part, toneOf(segment))}
              style={{ flexGrow: segment.money.amount }}
            />
          ))}
      </div>
      <ul className={styles.legend}>
        {parts.map((segment) => (
          <li key={segment.id} className={cx(styles.entry, toneOf(segment))}>
            <span className={styles.name}>{segment.label}</span>
            <span className={styles.sum}>
              <Amount money={segment.money} href={segment.href} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function toneOf(segment: MoneyBarSegment): string | undefined {
  return segment.tone === 'neutral' ? styles.rest : tones[segment.tone]
}

import { cx } from '@veranda/ui/cx.ts'
import tones from '@veranda/ui/tone.module.css'
import { type Tone } from '@veranda/ui/tone.ts'
import { type WireMoney } from '../lib/format.ts'
import { Amount } from './amount.tsx'
import styles from './money-bar.module.css'

export type MoneyPart = { id: string; label: string; money: WireMoney; tone: Tone; href?: string | undefined }

/** Where the parts of one sum stand. All parts share a currency; their figures are the legend. */
export function MoneyBar({ parts }: { parts: readonly MoneyPart[] }) {
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {parts
          .filter((part) => part.money.amount > 0)
          .map((part) => (
            <span key={part.id} className={cx(styles.part, toneOf(part))} style={{ flexGrow: part.money.amount }} />
          ))}
      </div>
      <ul className={styles.legend}>
        {parts.map((part) => (
          <li key={part.id} className={cx(styles.entry, toneOf(part))}>
            <span className={styles.name}>{part.label}</span>
            <span className={styles.sum}>
              <Amount money={part.money} href={part.href} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function toneOf(part: MoneyPart): string | undefined {
  return part.tone === 'neutral' ? styles.rest : tones[part.tone]
}

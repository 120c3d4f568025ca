import { type Waiting } from '@veranda/contract/commissions/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import styles from './dashboard.module.css'
import { useWaitingWords, waitingPath } from './waiting-words.ts'

/** What waits on the reader: the act, whose project, how much, until when. */
export function WaitingOnMe({ items, label }: { items: readonly Waiting[]; label: string }) {
  const t = useWords('dashboard')
  const words = useWaitingWords()
  return (
    <Rows label={label}>
      {items.map((waiting) => {
        const until = words.until(waiting)
        return (
          <Row
            key={waiting.key}
            wraps
            href={waitingPath(waiting)}
            lead={<Avatar name={waiting.other.name} src={waiting.other.avatar} />}
            title={words.mine(waiting)}
            detail={<bdi>{t('from', { project: waiting.projectTitle, name: waiting.other.name })}</bdi>}
            end={
              <div className={styles.end}>
                {waiting.amount && <Amount money={waiting.amount} />}
                {until && <span className={cx(styles.until, until.late && styles.late)}>{until.text}</span>}
              </div>
            }
          />
        )
      })}
    </Rows>
  )
}

/** What others owe the reader. */
export function WaitingOnThem({ items, label }: { items: readonly Waiting[]; label: string }) {
  const words = useWaitingWords()
  return (
    <Rows label={label}>
      {items.map((waiting) => {
        const due = words.due(waiting)
        return (
          <Row
            key={waiting.key}
            wraps
            href={waitingPath(waiting)}
            lead={<Avatar name={waiting.other.name} src={waiting.other.avatar} />}
            title={<bdi>{waiting.subject}</bdi>}
            detail={words.theirs(waiting)}
            end={due && <Chip tone={words.until(waiting)?.late ? 'warning' : 'neutral'}>{due}</Chip>}
          />
        )
      })}
    </Rows>
  )
}

import { type PendingAction } from '@veranda/contract/commissions/projects/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useTranslations } from '../../lib/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import styles from './dashboard.module.css'
import { useWaitingLabels, waitingPath } from './waiting-labels.ts'

/** Lists what waits on the user: the task, project, amount and deadline. */
export function WaitingOnMe({ items, label }: { items: readonly PendingAction[]; label: string }) {
  const t = useTranslations('dashboard')
  const labels = useWaitingLabels()
  return (
    <Rows label={label}>
      {items.map((waiting) => {
        const until = labels.until(waiting)
        return (
          <Row
            key={waiting.key}
            wraps
            href={waitingPath(waiting)}
            lead={<Avatar name={waiting.counterpart.name} src={waiting.counterpart.avatar} />}
            title={labels.ownTask(waiting)}
            detail={<bdi>{t('from', { project: waiting.projectTitle, name: waiting.counterpart.name })}</bdi>}
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

/** Lists what waits on others. */
export function WaitingOnThem({ items, label }: { items: readonly PendingAction[]; label: string }) {
  const labels = useWaitingLabels()
  return (
    <Rows label={label}>
      {items.map((waiting) => {
        const due = labels.due(waiting)
        return (
          <Row
            key={waiting.key}
            wraps
            href={waitingPath(waiting)}
            lead={<Avatar name={waiting.counterpart.name} src={waiting.counterpart.avatar} />}
            title={<bdi>{waiting.subject}</bdi>}
            detail={labels.othersTask(waiting)}
            end={due && <Chip tone={labels.until(waiting)?.late ? 'warning' : 'neutral'}>{due}</Chip>}
          />
        )
      })}
    </Rows>
  )
}

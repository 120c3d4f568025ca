import { type DashboardAction } from '@veranda/contract/dashboard/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { type ReactNode } from 'react'
import { VersionThumbnail } from '../../components/version-thumbnail.tsx'
import { Amount } from '../../components/money/amount.tsx'
import { entriesPath, usePendingLabels, pendingPath } from './pending-labels.ts'
import styles from './pending-list.module.css'

export type PendingListProps = { items: readonly DashboardAction[]; label: string }

/** Lists what waits on the user: the newest version, the task, project, amount and deadline, and the act at the end. */
export function PendingOnMe({
  items,
  label,
  act,
}: PendingListProps & { act: (waiting: DashboardAction) => ReactNode }) {
  const labels = usePendingLabels()
  return (
    <div className={styles.pictured}>
      <Rows label={label}>
        {items.map((waiting) => {
          const until = labels.until(waiting)
          return (
            <Row
              key={waiting.key}
              wraps
              href={pendingPath(waiting)}
              lead={<NewestThumbnail waiting={waiting} />}
              title={labels.ownTask(waiting)}
              detail={
                <>
                  <bdi>{labels.from(waiting)}</bdi>
                  {until && (
                    <>
                      {' · '}
                      <span className={cx(until.late && styles.late)}>{until.text}</span>
                    </>
                  )}
                </>
              }
              end={
                <div className={styles.end}>
                  {waiting.amount && (
                    <div className={styles.figure}>
                      <Amount money={waiting.amount} href={entriesPath(waiting)} caption={labels.amount(waiting)} />
                    </div>
                  )}
                  {act(waiting)}
                </div>
              }
            />
          )
        })}
      </Rows>
    </div>
  )
}

/** Shows the newest version of a task, or who it is with while there is none. */
export function NewestThumbnail({ waiting: { newestVersion, counterpart } }: { waiting: DashboardAction }) {
  return (
    <VersionThumbnail
      src={newestVersion?.thumbnail}
      fallback={<Avatar name={counterpart.name} src={counterpart.avatar} />}
    />
  )
}

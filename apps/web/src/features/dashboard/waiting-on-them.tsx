import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Section } from '../../components/section.tsx'
import { useWaitingLabels, waitingPath } from './waiting-labels.ts'
import { NewestThumbnail, type WaitingListProps } from './waiting-list.tsx'
import styles from './waiting-list.module.css'

/** Lists what waits on others. */
export function WaitingOnThem({ items, label }: WaitingListProps) {
  const labels = useWaitingLabels()
  return (
    <Section title={label}>
      <Card className={styles.pictured}>
        <Rows label={label}>
          {items.map((waiting) => {
            const due = labels.due(waiting)
            return (
              <Row
                key={waiting.key}
                wraps
                href={waitingPath(waiting)}
                lead={<NewestThumbnail waiting={waiting} />}
                title={<bdi>{waiting.subject}</bdi>}
                detail={labels.othersTask(waiting)}
                end={due && <Chip tone={labels.until(waiting)?.late ? 'warning' : 'neutral'}>{due}</Chip>}
              />
            )
          })}
        </Rows>
      </Card>
    </Section>
  )
}

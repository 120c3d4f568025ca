import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Section } from '../../components/page/section.tsx'
import { usePendingLabels, pendingPath } from './pending-labels.ts'
import { NewestThumbnail, type PendingListProps } from './pending-list.tsx'
import styles from './pending-list.module.css'

/** Lists what waits on others. */
export function PendingOnThem({ items, label }: PendingListProps) {
  const t = useTranslations('dashboard/panels')
  const format = useFormat()
  const labels = usePendingLabels()
  return (
    <Section title={label}>
      <Card className={styles.pictured}>
        <Rows label={label}>
          {items.map((waiting) => {
            const { action, counterpart, deadline } = waiting
            const until = labels.until(waiting)
            const late = until?.late ? until.text : undefined
            const due = late ?? (deadline && t('due', { date: format.weekday(deadline.at) }))
            return (
              <Row
                key={waiting.key}
                wraps
                href={pendingPath(waiting)}
                lead={<NewestThumbnail waiting={waiting} />}
                title={<bdi>{waiting.subject}</bdi>}
                detail={t(`they.${action}`, { name: counterpart.name })}
                end={due && <Chip tone={late ? 'warning' : 'neutral'}>{due}</Chip>}
              />
            )
          })}
        </Rows>
      </Card>
    </Section>
  )
}

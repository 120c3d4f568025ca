import { type QueueList } from '@veranda/contract/admin/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './admin.module.css'
import { casePath } from './admin-paths.ts'
import { rowsAttribute } from './use-admin-keys.ts'

/** Lists the admin's queues with how many cases wait, how many are theirs, and since when. */
export function Overview({ queues }: { queues: QueueList['items'] }) {
  const t = useTranslations('admin')
  return (
    <Card>
      <div {...rowsAttribute}>
        <Rows label={t('queues')}>
          {queues.map(({ queue, count, ownCount, oldestAt }) => (
            <Row
              key={queue}
              href={casePath(queue)}
              title={t(`section.${queue}`)}
              detail={ownCount > 0 ? t('overview.own', { count: ownCount }) : undefined}
              end={
                <span className={styles.end}>
                  {t('overview.waiting', { count })}
                  {oldestAt !== null && <Timestamp at={oldestAt} />}
                </span>
              }
            />
          ))}
        </Rows>
      </div>
    </Card>
  )
}

import { changeAdminSettings, listQueues } from '@veranda/contract/admin/routes.ts'
import { type QueueList } from '@veranda/contract/admin/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './admin.module.css'
import { casePath } from './admin-paths.ts'
import { rowsAttribute } from './use-admin-keys.ts'

/** Lists the admin's queues with how many cases wait, how many are theirs, and since when. */
export function Overview({ list: { items: queues, caseMails } }: { list: QueueList }) {
  const t = useTranslations('admin')
  return (
    <Stack gap={5}>
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
      <Card padded>
        <CaseMails on={caseMails} />
      </Card>
    </Stack>
  )
}

function CaseMails({ on }: { on: boolean }) {
  const t = useTranslations('admin')
  const change = useCommand(changeAdminSettings, { invalidates: [listQueues] })
  return (
    <>
      <Switch
        label={t('mails')}
        hint={t('mails.text')}
        checked={change.busy ? !on : on}
        disabled={change.busy}
        onChange={(caseMails) => void change.run({ body: { caseMails } })}
      />
      <ProblemBanner problem={change.problem} />
    </>
  )
}

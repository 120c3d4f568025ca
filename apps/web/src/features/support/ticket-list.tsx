import { listTickets } from '@veranda/contract/support/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useList } from '../../lib/api/use-list.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './support.module.css'

/** Lists the requests that the user has sent; nothing while there are none. */
export function TicketList() {
  const t = useTranslations('support')
  const list = useList(listTickets, { query: {} })
  if (list.problem && list.items.length === 0) {
    return <QueryError problem={list.problem} errorTitle={t('list.failed')} retry={list.retry} />
  }
  if (list.items.length === 0) return null
  return (
    <Stack gap={4}>
      <Card title={t('list.title')}>
        <Rows>
          {list.items.map(({ id, number, message, state, changedAt }) => (
            <Row
              key={id}
              href={`/support/${id}`}
              title={
                <bdi className={styles.excerpt} dir="auto">
                  {message}
                </bdi>
              }
              detail={
                <>
                  {t('ticket.number', { number })} · <Timestamp at={changedAt} />
                </>
              }
              end={<Chip tone={state === 'waiting' ? 'primary' : 'neutral'}>{t(`state.${state}`)}</Chip>}
            />
          ))}
        </Rows>
      </Card>
      <LoadMoreButton list={list} />
    </Stack>
  )
}

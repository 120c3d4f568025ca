import { listNoShows } from '@veranda/contract/bookings/routes.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import styles from '../booking-list.module.css'
import { BookingStateChip } from '../booking-state-chip.tsx'

/**
 * Lists, for admins, the no-shows of the last two days and sessions that failed on our side, with the deadline for a
 * decision.
 */
export function NoShowList() {
  const t = useTranslations('bookings')
  const format = useFormat()
  const list = useList(listNoShows, { query: {} }, { staleTimeMs: 0 })
  if (list.problem && list.items.length === 0) {
    return (
      <Card>
        <QueryError problem={list.problem} errorTitle={t('list.failed')} retry={list.retry} />
      </Card>
    )
  }
  if (list.isPending) {
    return (
      <Card>
        <SkeletonRows count={3} label={t('list.loading')} />
      </Card>
    )
  }
  if (list.items.length === 0) {
    return (
      <Card>
        <EmptyState icon="check" title={t('no-shows.none')} text={t('no-shows.none.text')} />
      </Card>
    )
  }
  return (
    <Stack gap={5}>
      <p className={styles.quiet}>{t('no-shows.text')}</p>
      <Card>
        <Rows label={t('list.view.no-shows')}>
          {list.items.map(({ id, title, client, creator, startsAt, overturnableUntil, state, price }) => (
            <Row
              key={id}
              wraps
              href={`/booking/confirm/${id}`}
              lead={<Avatar name={client.name} src={client.avatar} />}
              title={<bdi>{title}</bdi>}
              detail={
                <>
                  <span className={styles.line}>
                    <bdi>{t('no-shows.users', { client: client.name, creator: creator.name })}</bdi>
                  </span>
                  <span className={styles.line}>
                    {t('no-shows.began', { day: format.weekday(startsAt), time: format.time(startsAt) })}
                  </span>
                  <span className={styles.line}>
                    {t('no-shows.until', {
                      day: format.weekday(overturnableUntil),
                      time: format.time(overturnableUntil),
                    })}
                  </span>
                </>
              }
              end={
                <span className={styles.end}>
                  {state === 'completed' ? (
                    <Chip tone="warning">{t('no-shows.unclear')}</Chip>
                  ) : (
                    <BookingStateChip state={state} />
                  )}
                  {price && <Amount money={price} />}
                </span>
              }
            />
          ))}
        </Rows>
      </Card>
      <LoadMoreButton list={list} />
    </Stack>
  )
}

import { listMissed } from '@veranda/contract/bookings/routes.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import styles from './appointments.module.css'
import { BookingChip } from './booking-chip.tsx'

/**
 * For operators: sessions of the last two days that somebody did not come to, or that failed by a fault of ours, and how
 * long that can be decided.
 */
export function MissedList() {
  const t = useWords('bookings')
  const format = useFormat()
  const list = useList(listMissed, { query: {} }, { fresh: 0 })
  if (list.problem && list.items.length === 0) {
    return (
      <Card>
        <ReadFailed problem={list.problem} failed={t('list.failed')} retry={list.retry} />
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
        <EmptyState icon="check" title={t('missed.none')} text={t('missed.none.text')} />
      </Card>
    )
  }
  return (
    <Stack gap={5}>
      <p className={styles.quiet}>{t('missed.text')}</p>
      <Card>
        <Rows label={t('list.view.missed')}>
          {list.items.map(({ id, title, client, creator, startsAt, until, state, price }) => (
            <Row
              key={id}
              wraps
              href={`/booking/confirm/${id}`}
              lead={<Avatar name={client.name} src={client.avatar} />}
              title={<bdi>{title}</bdi>}
              detail={
                <>
                  <span className={styles.line}>
                    <bdi>{t('missed.people', { client: client.name, creator: creator.name })}</bdi>
                  </span>
                  <span className={styles.line}>
                    {t('missed.began', { day: format.weekday(startsAt), time: format.time(startsAt) })}
                  </span>
                  <span className={styles.line}>
                    {t('missed.until', { day: format.weekday(until), time: format.time(until) })}
                  </span>
                </>
              }
              end={
                <span className={styles.end}>
                  {state === 'completed' ? (
                    <Chip tone="warning">{t('missed.faulted')}</Chip>
                  ) : (
                    <BookingChip state={state} />
                  )}
                  {price && <Amount money={price} />}
                </span>
              }
            />
          ))}
        </Rows>
      </Card>
      <MoreButton list={list} />
    </Stack>
  )
}

import { listProtected } from '@veranda/contract/payments/routes.ts'
import { type ProtectedList as ProtectedReply } from '@veranda/contract/payments/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { balanceAddress, milestoneEntriesAddress } from './balance-address.ts'

/** A milestone's own entries; a session's stand among those of the number that it is part of. */
function entriesOf({ milestone, part, place, amount }: ProtectedReply['items'][number]): string {
  if (milestone) return milestoneEntriesAddress(milestone.id)
  const of = part === 'client' ? 'client.protected' : (`creator.${place}` as const)
  return balanceAddress({ of, currency: amount.currency })
}

/** Money that is held or on its way, by milestone, with the moment it moves on. */
export function ProtectedFunds() {
  const t = useWords('payments')
  const list = useRead(listProtected)
  return (
    <Card title={t('protected.title')}>
      <Reading of={list} shape={<SkeletonRows count={3} label={t('protected.loading')} />}>
        {(reply: ProtectedReply) =>
          reply.items.length === 0 ? (
            <EmptyState compact level={3} icon="shield" title={t('protected.empty')} text={t('protected.empty.text')} />
          ) : (
            <Rows label={t('protected.title')}>
              {reply.items.map((item) => (
                <Row
                  key={`${item.milestone?.id ?? item.bookingId}${item.place}`}
                  wraps
                  href={
                    item.milestone
                      ? `/projects/${item.milestone.projectId}?milestone=${item.milestone.id}`
                      : `/booking/confirm/${item.bookingId}`
                  }
                  lead={<Avatar name={item.other.name} src={item.other.avatar} />}
                  title={item.title}
                  detail={
                    <>
                      {item.milestone ? item.milestone.project : t('protected.session')} · <bdi>{item.other.name}</bdi>
                    </>
                  }
                  end={
                    <Amount
                      money={item.amount}
                      href={entriesOf(item)}
                      place={
                        <>
                          {t(`place.${item.place}`)}
                          {item.movesAt && (
                            <>
                              {' · '}
                              <Rich
                                text={t(
                                  item.milestone && item.place === 'protected'
                                    ? 'protected.approves'
                                    : 'protected.available',
                                )}
                                parts={{ when: () => <When at={item.movesAt ?? ''} show="date" /> }}
                              />
                            </>
                          )}
                        </>
                      }
                    />
                  }
                />
              ))}
            </Rows>
          )
        }
      </Reading>
    </Card>
  )
}

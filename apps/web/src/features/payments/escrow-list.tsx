import { listEscrow } from '@veranda/contract/payments/routes.ts'
import { type EscrowList as ProtectedReply } from '@veranda/contract/payments/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { ChargebackChip } from '../../components/payment/chargeback-flag.tsx'
import { entriesUrl } from '../../components/money/entries-url.ts'

/** Returns the link to the entries of a milestone; a booking links to the balance that contains it. */
function entriesHref({ milestone, side, place, amount }: ProtectedReply['items'][number]): string {
  if (milestone) return entriesUrl({ milestoneId: milestone.id })
  const of = side === 'client' ? 'client.protected' : (`creator.${place}` as const)
  return entriesUrl({ of, currency: amount.currency })
}

/** Lists the money in escrow or pending by milestone and booking, with the time it moves on. */
export function EscrowList() {
  const t = useTranslations('payments')
  const list = useRead(listEscrow)
  return (
    <Card title={t('protected.title')}>
      <QueryBoundary query={list} skeleton={<SkeletonRows count={3} label={t('protected.loading')} />}>
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
                  lead={<Avatar name={item.counterparty.name} src={item.counterparty.avatar} />}
                  title={item.title}
                  detail={
                    <>
                      {item.milestone ? item.milestone.project : t('protected.session')} ·{' '}
                      <bdi>{item.counterparty.name}</bdi> <ChargebackChip flag={item.chargeback} />
                    </>
                  }
                  end={
                    <Amount
                      money={item.amount}
                      href={entriesHref(item)}
                      caption={
                        <>
                          {t(`place.${item.place}`)}
                          {item.movesAt && (
                            <>
                              {' · '}
                              <RichText
                                text={t(
                                  item.milestone && item.place === 'protected'
                                    ? 'protected.approves'
                                    : 'protected.available',
                                )}
                                parts={{ when: () => <Timestamp at={item.movesAt ?? ''} show="date" /> }}
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
      </QueryBoundary>
    </Card>
  )
}

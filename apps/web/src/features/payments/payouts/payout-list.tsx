import { listPaymentMethods, listPayouts, readBalances } from '@veranda/contract/payments/routes.ts'
import { type Payout } from '@veranda/contract/payments/schemas.ts'
import { type BalanceKey } from '@veranda/core/payments/balances.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useList } from '../../../lib/api/use-list.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import styles from './payout-account-card.module.css'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { entriesUrl } from '../../../components/money/entries-url.ts'

const toneOfState: Record<Payout['state'], Tone> = {
  requested: 'info',
  in_transit: 'info',
  paid: 'success',
  failed: 'error',
  returned: 'warning',
}

/** The balance that contains a payout in this state. */
const balanceOfState = {
  requested: 'creator.in-transit',
  in_transit: 'creator.in-transit',
  paid: 'creator.paid-out',
  failed: 'creator.available',
  returned: 'creator.available',
} as const satisfies Record<Payout['state'], BalanceKey>

/** Lists the user's payouts with their state. */
export function PayoutList() {
  const t = useTranslations('payments')
  const list = useList(listPayouts, { query: { limit: 10 } })
  const balances = useRead(readBalances)
  const earns = balances.data?.items.some(({ key, amount }) => key.startsWith('creator.') && amount.amount > 0)
  if (!earns && list.items.length === 0 && !list.problem) return null
  return (
    <Card title={t('payouts.title')}>
      {list.problem && list.items.length === 0 ? (
        <QueryError problem={list.problem} retry={list.retry} />
      ) : list.isPending ? (
        <SkeletonRows count={2} label={t('payouts.loading')} />
      ) : list.items.length === 0 ? (
        <EmptyState compact level={3} icon="wallet" title={t('payouts.empty')} text={t('payouts.empty.text')} />
      ) : (
        <Rows label={t('payouts.title')}>
          {list.items.map((payout) => (
            <Row
              key={payout.id}
              lead={<Icon name="wallet" />}
              title={
                <Amount
                  money={payout.amount}
                  href={entriesUrl({ of: balanceOfState[payout.state], currency: payout.amount.currency })}
                />
              }
              detail={
                <TextWithTime
                  text={t(payout.failure !== null ? 'payouts.turned-back' : 'payouts.asked')}
                  at={payout.paidAt ?? payout.requestedAt}
                  show="moment"
                />
              }
              end={<Chip tone={toneOfState[payout.state]}>{t(`payout.${payout.state}`)}</Chip>}
            />
          ))}
        </Rows>
      )}
      <LoadMoreButton list={list} />
      <SandboxClock />
    </Card>
  )
}

/** Says in a sandbox whose clock can be moved what a payout waits for, and how it is moved ahead. */
function SandboxClock() {
  const t = useTranslations('payments')
  const methods = useRead(listPaymentMethods)
  const now = useServerNow()
  if (!methods.data?.movesClock) return null
  return (
    <p className={styles.clock}>
      <RichText
        text={t('payouts.clock')}
        parts={{
          when: () => <Timestamp at={new Date(now).toISOString()} show="moment" />,
          docs: (inner) => (
            <Link kind="inline" href="/api/docs">
              <bdi translate="no">{inner}</bdi>
            </Link>
          ),
        }}
      />
    </p>
  )
}

import { listPayouts, readBalances } from '@veranda/contract/payments/routes.ts'
import { type BalanceKey, type Payout } from '@veranda/contract/payments/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useList } from '../../lib/list.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import { balanceAddress } from './balance-address.ts'

const tones: Record<Payout['state'], Tone> = {
  requested: 'info',
  in_transit: 'info',
  paid: 'success',
  failed: 'error',
  returned: 'warning',
}

/** The number that a payout is part of. */
const places = {
  requested: 'creator.in-transit',
  in_transit: 'creator.in-transit',
  paid: 'creator.paid-out',
  failed: 'creator.available',
  returned: 'creator.available',
} as const satisfies Record<Payout['state'], BalanceKey>

/** What was asked to be paid out, and how far it has come. */
export function PayoutList() {
  const t = useWords('payments')
  const list = useList(listPayouts, { query: { limit: 10 } })
  const balances = useRead(readBalances)
  const earns = balances.data?.items.some(({ key, amount }) => key.startsWith('creator.') && amount.amount > 0)
  if (!earns && list.items.length === 0 && !list.problem) return null
  return (
    <Card title={t('payouts.title')}>
      {list.problem && list.items.length === 0 ? (
        <ReadFailed problem={list.problem} retry={list.retry} />
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
                  href={balanceAddress({ of: places[payout.state], currency: payout.amount.currency })}
                />
              }
              detail={
                <>
                  {payout.failure ? t('payouts.turned-back') : t('payouts.asked')}{' '}
                  <When at={payout.paidAt ?? payout.requestedAt} show="moment" />
                </>
              }
              end={<Chip tone={tones[payout.state]}>{t(`payout.${payout.state}`)}</Chip>}
            />
          ))}
        </Rows>
      )}
      <MoreButton list={list} />
    </Card>
  )
}

import { readBalances } from '@veranda/contract/payments/routes.ts'
import { type Balances as BalancesReply } from '@veranda/contract/payments/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Section } from '../../parts/section.tsx'
import { balanceAddress } from './balance-address.ts'
import { type MoneySide, sides } from './balance-keys.ts'
import styles from './balances.module.css'
import { PayoutButton } from './payout-button.tsx'

/** What one pays and what one earns, a number each, each with the entries behind it. */
export function Balances() {
  const t = useWords('payments')
  const balances = useRead(readBalances)
  return (
    <Reading of={balances} failed={t('balances.failed')} shape={<BalancesShape />}>
      {(reply) => <BalanceSides reply={reply} />}
    </Reading>
  )
}

function BalanceSides({ reply }: { reply: BalancesReply }) {
  const t = useWords('payments')
  const shown = (['creator', 'client'] as const).filter((side) => currenciesOf(reply, side).length > 0)
  if (shown.length === 0) {
    return (
      <Card>
        <EmptyState icon="wallet" title={t('balances.empty')} text={t('balances.empty.text')} />
      </Card>
    )
  }
  return (
    <Stack gap={6}>
      {shown.map((side) => (
        <Section
          key={side}
          title={t(`side.${side}`)}
          aside={side === 'creator' ? <PayoutButton reply={reply} /> : undefined}
        >
          {currenciesOf(reply, side).map((currency) => (
            <Card key={currency} className={styles.numbers}>
              <dl className={styles.grid}>
                {sides[side].map((key) => {
                  const found = reply.items.find((one) => one.key === key && one.amount.currency === currency)
                  return (
                    <div key={key} className={styles.number}>
                      <dt>{t(`balance.${key}`)}</dt>
                      <dd>
                        <Amount
                          size="large"
                          money={found?.amount ?? { amount: 0, currency }}
                          href={found ? balanceAddress({ of: key, currency }) : undefined}
                        />
                      </dd>
                      <dd className={styles.hint}>{t(`balance.${key}.hint`)}</dd>
                    </div>
                  )
                })}
              </dl>
            </Card>
          ))}
        </Section>
      ))}
    </Stack>
  )
}

/** The currencies in which a side has any money at all, the largest holdings first. */
function currenciesOf({ items }: BalancesReply, side: MoneySide): string[] {
  const sums = new Map<string, number>()
  for (const { key, amount } of items) {
    if (!key.startsWith(`${side}.`) || amount.amount === 0) continue
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.amount)
  }
  return [...sums].sort((a, b) => b[1] - a[1]).map(([currency]) => currency)
}

function BalancesShape() {
  const t = useWords('payments')
  return (
    <div role="status" aria-label={t('balances.loading')}>
      <Skeleton shape="block" height="180px" />
    </div>
  )
}

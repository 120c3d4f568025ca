import { type BalanceKey } from '@veranda/core/payments/balances.ts'
import { listEscrow, readBalances } from '@veranda/contract/payments/routes.ts'
import { type Balances as BalancesReply } from '@veranda/contract/payments/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useId, useState } from 'react'
import { type MoneyAmount, useFormat } from '../../lib/i18n/format.ts'
import { useRead } from '../../lib/api/query.ts'
import { SentenceGap } from '../../components/sentence-gap.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import { entriesUrl } from '../../components/money/entries-url.ts'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Section } from '../../components/page/section.tsx'
import styles from './balances.module.css'
import { pendingReleaseDays } from './pending-releases.ts'
import { PayoutButton } from './payouts/payout-dialog.tsx'

const clientBalanceKeys = ['client.protected', 'client.refunding', 'client.paid'] as const satisfies BalanceKey[]
const creatorBalanceKeys = [
  'creator.available',
  'creator.owed',
  'creator.frozen',
  'creator.pending',
  'creator.protected',
  'creator.in-transit',
  'creator.paid-out',
  'creator.earned',
] as const satisfies BalanceKey[]

/** Balances that most users never have; without money they are left out of the figures. */
const rareBalanceKeys: readonly BalanceKey[] = ['creator.owed', 'creator.frozen']

/** The balances of each side, in display order. */
const balanceKeysBySide = { client: clientBalanceKeys, creator: creatorBalanceKeys } as const
type BalanceSide = keyof typeof balanceKeysBySide

/** Shows what the user pays and earns, each amount linked to its entries. */
export function Balances() {
  const t = useTranslations('payments')
  const balances = useRead(readBalances)
  return (
    <QueryBoundary query={balances} errorTitle={t('balances.failed')} skeleton={<BalancesSkeleton />}>
      {(reply) => <BalanceSides reply={reply} />}
    </QueryBoundary>
  )
}

function BalanceSides({ reply }: { reply: BalancesReply }) {
  const t = useTranslations('payments')
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
        <BalanceSideCard key={side} side={side} reply={reply} />
      ))}
    </Stack>
  )
}

/** Says in sentences where the money of one side is; its figures, zeros included, are shown when they are asked for. */
function BalanceSideCard({ side, reply }: { side: BalanceSide; reply: BalancesReply }) {
  const t = useTranslations('payments')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const figures = useId()
  const escrow = useRead(listEscrow).data
  const currencies = currenciesOf(reply, side)
  const amountOf = (key: BalanceKey, currency: string) =>
    reply.items.find((one) => one.key === key && one.amount.currency === currency)?.amount
  function pendingText(amount: MoneyAmount): string {
    const sum = format.money(amount)
    const days = pendingReleaseDays(escrow, amount.currency, format.weekday)
    if (!days) return t('balance.creator.pending.sentence', { sum })
    if (days.first === days.last) return t('balance.creator.pending.sentence.on', { sum, day: days.first })
    return t('balance.creator.pending.sentence.between', { sum, ...days })
  }
  return (
    <Section title={t(`side.${side}`)} aside={side === 'creator' ? <PayoutButton reply={reply} /> : undefined}>
      <Card>
        {currencies.map((currency) => (
          <p key={currency} className={styles.sentences}>
            {balanceKeysBySide[side].map((key) => {
              const amount = amountOf(key, currency)
              if (!amount || amount.amount === 0) return null
              return (
                <span key={key}>
                  <RichText
                    text={
                      key === 'creator.pending'
                        ? pendingText(amount)
                        : t(`balance.${key}.sentence`, { sum: format.money(amount) })
                    }
                    parts={{ sum: () => <Amount money={amount} href={entriesUrl({ of: key, currency })} /> }}
                  />
                  <SentenceGap />
                </span>
              )
            })}
          </p>
        ))}
        <div className={styles.show}>
          <Button size="small" aria-expanded={open} aria-controls={figures} onClick={() => setOpen(!open)}>
            {t(open ? 'figures.hide' : 'figures.show')}
          </Button>
        </div>
        <div id={figures} hidden={!open} className={styles.numbers}>
          {currencies.map((currency) => (
            <dl key={currency} className={styles.grid}>
              {balanceKeysBySide[side].map((key) => {
                const amount = amountOf(key, currency)
                if (rareBalanceKeys.includes(key) && !amount?.amount) return null
                return (
                  <div key={key} className={styles.number}>
                    <dt>{t(`balance.${key}`)}</dt>
                    <dd>
                      <Amount
                        size="large"
                        money={amount ?? { amount: 0, currency }}
                        href={amount ? entriesUrl({ of: key, currency }) : undefined}
                      />
                    </dd>
                    <dd className={styles.hint}>{t(`balance.${key}.hint`)}</dd>
                  </div>
                )
              })}
            </dl>
          ))}
        </div>
      </Card>
    </Section>
  )
}

/** Returns the currencies in which a side has any money, largest balance first. */
function currenciesOf({ items }: BalancesReply, side: BalanceSide): string[] {
  const sums = new Map<string, number>()
  for (const { key, amount } of items) {
    if (!key.startsWith(`${side}.`) || amount.amount === 0) continue
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.amount)
  }
  return [...sums].sort((a, b) => b[1] - a[1]).map(([currency]) => currency)
}

function BalancesSkeleton() {
  const t = useTranslations('payments')
  return (
    <div role="status" aria-label={t('balances.loading')}>
      <Skeleton shape="block" height="180px" />
    </div>
  )
}

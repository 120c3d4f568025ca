import { type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { allocateShares } from '@veranda/core/money/fees.ts'
import { minor } from '@veranda/core/money/money.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Amount } from '../money/amount.tsx'
import styles from './disputes.module.css'

type Share = Dispute['agreed']
export type DisputedSums = {
  readonly agreed: Share
  readonly allocated: Share
  /** The disputed part of the price. */
  readonly amount: Dispute['amount']
  readonly client: { readonly name: string }
  readonly creator: { readonly name: string }
}
type Shares = { readonly release: number; readonly refund: number }

/** Returns whether both shares are parts of the disputed sum. */
export function areShares({ release, refund }: Shares, max: number): boolean {
  return release >= 0 && refund >= 0 && release + refund <= max
}

/** Shows what shares of the disputed sum are for each side, fees included, by the function that the server uses. */
export function DisputeSums({ of, shares }: { of: DisputedSums; shares: Shares }) {
  const t = useTranslations('commissions/disputes')
  const { currency } = of.amount
  if (!areShares(shares, of.amount.amount)) return null
  const toShare = ({ price, clientFee, creatorFee }: Share) => ({
    price: minor(price),
    clientFee: minor(clientFee),
    creatorFee: minor(creatorFee),
  })
  const { released, refunded } = allocateShares(
    { ...toShare(of.agreed), allocated: toShare(of.allocated) },
    { release: minor(shares.release), refund: minor(shares.refund) },
  )
  const returned = of.amount.amount - shares.release - shares.refund
  const rows = [
    { label: t('sum.creator', { name: of.creator.name }), amount: released.amount - released.creatorFee },
    { label: t('sum.client', { name: of.client.name }), amount: refunded.amount + refunded.clientFee },
    ...(returned > 0 ? [{ label: t('sum.returned'), amount: returned }] : []),
  ]
  return (
    <dl className={styles.sums}>
      {rows.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Amount money={{ amount, currency }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

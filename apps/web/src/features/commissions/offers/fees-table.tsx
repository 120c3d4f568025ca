import { type OfferVersion } from '@veranda/contract/commissions/offers/schemas.ts'
import { type ReactNode } from 'react'
import { useFormat, type MoneyAmount } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import styles from './fees-table.module.css'

export type FeesTableProps = {
  fees: Pick<OfferVersion['fees'], 'price' | 'clientFee' | 'clientPays' | 'creatorFee' | 'creatorReceives'>
  /** In basis points. */
  rates: { clientFeeBasisPoints: number; creatorFeeBasisPoints: number }
  viewerRole: 'client' | 'creator'
  client: string
  creator: string
}

/** Renders what both sides pay and receive, with the viewer's lines addressed as "you". */
export function FeesTable({ fees, rates, viewerRole, client, creator }: FeesTableProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const percent = (points: number) => format.percent(points / 10_000)
  return (
    <dl className={styles.fees}>
      <FeeRow label={t('fees.price')} money={fees.price} />
      <FeeRow
        label={t('fees.client-fee', { rate: percent(rates.clientFeeBasisPoints) })}
        money={fees.clientFee}
        sign={t('fees.plus')}
      />
      <FeeRow
        strong
        label={viewerRole === 'client' ? t('fees.you-pay') : t('fees.pays', { name: client })}
        money={fees.clientPays}
      />
      <FeeRow
        label={t('fees.creator-fee', { rate: percent(rates.creatorFeeBasisPoints) })}
        money={fees.creatorFee}
        sign={t('fees.minus')}
      />
      <FeeRow
        strong
        label={viewerRole === 'creator' ? t('fees.you-receive') : t('fees.receives', { name: creator })}
        money={fees.creatorReceives}
      />
    </dl>
  )
}

type FeeRowProps = { label: ReactNode; money: MoneyAmount; strong?: boolean; sign?: string }

function FeeRow({ label, money, strong = false, sign }: FeeRowProps) {
  return (
    <div className={strong ? styles.strong : styles.line}>
      <dt>{label}</dt>
      <dd>
        {sign}
        <Amount money={money} />
      </dd>
    </div>
  )
}

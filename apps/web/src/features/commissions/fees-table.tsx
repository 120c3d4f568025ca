import { type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { type ReactNode } from 'react'
import { useFormat, type WireMoney } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import styles from './fees-table.module.css'

export type FeesTableProps = {
  fees: Pick<OfferVersion['fees'], 'price' | 'clientFee' | 'clientPays' | 'creatorFee' | 'creatorReceives'>
  /** In hundredths of a percent. */
  rates: { clientFeeBasisPoints: number; creatorFeeBasisPoints: number }
  part: 'client' | 'creator' | 'guest'
  client: string
  creator: string
}

/** What both sides pay and get, the reader's own line first among equals. */
export function FeesTable({ fees, rates, part, client, creator }: FeesTableProps) {
  const t = useWords('projects')
  const format = useFormat()
  const percent = (points: number) => format.percent(points / 10_000)
  return (
    <dl className={styles.fees}>
      <Line label={t('fees.price')} money={fees.price} />
      <Line
        label={t('fees.client-fee', { rate: percent(rates.clientFeeBasisPoints) })}
        money={fees.clientFee}
        sign={t('fees.plus')}
      />
      <Line
        strong
        label={part === 'client' ? t('fees.you-pay') : t('fees.pays', { name: client })}
        money={fees.clientPays}
      />
      <Line
        label={t('fees.creator-fee', { rate: percent(rates.creatorFeeBasisPoints) })}
        money={fees.creatorFee}
        sign={t('fees.minus')}
      />
      <Line
        strong
        label={part === 'creator' ? t('fees.you-receive') : t('fees.receives', { name: creator })}
        money={fees.creatorReceives}
      />
    </dl>
  )
}

type LineProps = { label: ReactNode; money: WireMoney; strong?: boolean; sign?: string }

function Line({ label, money, strong = false, sign }: LineProps) {
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

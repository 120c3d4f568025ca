import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import styles from './project.module.css'

/** What is charged, and what of it is protected. */
export function FundSum({ milestone }: { milestone: Milestone }) {
  const t = useWords('projects')
  const { price, clientPays } = milestone
  const fee = { amount: clientPays.amount - price.amount, currency: price.currency }
  return (
    <dl className={styles.facts}>
      <dt>{milestone.title}</dt>
      <dd>
        <Amount money={price} />
      </dd>
      <dt>{t('fund.fee')}</dt>
      <dd>
        <Amount money={fee} />
      </dd>
      <dt>{t('fund.total')}</dt>
      <dd>
        <Amount money={clientPays} size="large" />
      </dd>
    </dl>
  )
}

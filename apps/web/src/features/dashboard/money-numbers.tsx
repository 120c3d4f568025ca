import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import styles from './dashboard.module.css'

const numbers = ['protected', 'pending', 'available', 'paid'] as const

/** Money in four numbers, once for each currency; each opens the entries behind it. */
export function MoneyNumbers({ money }: { money: Dashboard['money'] }) {
  const t = useWords('dashboard')
  if (money.length === 0) return <p className={styles.quiet}>{t('money.none')}</p>
  return money.map((sums) => (
    <dl
      key={sums.paid.currency}
      className={styles.numbers}
      aria-label={t('money.currency', { currency: sums.paid.currency })}
    >
      {numbers.map((name) => (
        <div key={name} className={styles.number}>
          <dt>{t(`money.${name}`)}</dt>
          <dd>
            <Amount money={sums[name]} size="large" href={`/payment?currency=${sums[name].currency}#${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  ))
}

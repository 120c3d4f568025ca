import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { dashboardSums } from '@veranda/core/payments/balances.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import { entriesUrl } from '../../components/money/entries-url.ts'
import styles from './dashboard.module.css'

const sumNames = ['protected', 'pending', 'available', 'paid'] as const

/** Renders four sums for each currency, each linking to its entries. */
export function MoneySummary({ money, isCreator }: { money: Dashboard['money']; isCreator: boolean }) {
  const t = useTranslations('dashboard/panels')
  if (money.length === 0) return <p className={styles.quiet}>{t(isCreator ? 'money.none.creator' : 'money.none')}</p>
  return money.map((sums) => (
    <dl
      key={sums.paid.currency}
      className={styles.numbers}
      aria-label={t('money.currency', { currency: sums.paid.currency })}
    >
      {sumNames.map((name) => (
        <div key={name} className={styles.number}>
          <dt>{t(`money.${name}`)}</dt>
          <dd>
            <Amount
              money={sums[name]}
              size="large"
              caption={t(name === 'paid' && isCreator ? 'money.paid.hint.creator' : `money.${name}.hint`)}
              href={entriesUrl({ of: dashboardSums[name], currency: sums[name].currency })}
            />
          </dd>
        </div>
      ))}
    </dl>
  ))
}

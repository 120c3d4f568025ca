import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { dashboardSums } from '@veranda/core/payments/balances.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import { entriesUrl } from '../../components/money/entries-url.ts'
import styles from './dashboard.module.css'

type Sums = Dashboard['money'][number]
type SumName = keyof Sums

const sumNames = ['protected', 'pending', 'available', 'paid'] as const satisfies SumName[]

/** The sums of what a creator earns, which say nothing to a client while they are zero. */
const earnedSumNames: readonly SumName[] = ['pending', 'available']

type MoneySummaryProps = { money: Dashboard['money']; isCreator: boolean }

/** Renders four sums for each currency, each linking to its entries; a client who earns nothing sees two of them first. */
export function MoneySummary({ money, isCreator }: MoneySummaryProps) {
  const t = useTranslations('dashboard/panels')
  if (money.length === 0) return <p className={styles.quiet}>{t(isCreator ? 'money.none.creator' : 'money.none')}</p>
  return money.map((sums) => {
    const { currency } = sums.paid
    const folded = isCreator || earnedSumNames.some((name) => sums[name].amount !== 0) ? [] : earnedSumNames
    return (
      <div key={currency} className={styles.currency}>
        <SumList
          label={t('money.currency', { currency })}
          names={sumNames.filter((name) => !folded.includes(name))}
          sums={sums}
          isCreator={isCreator}
        />
        {folded.length > 0 && (
          <details className={styles.folded}>
            <summary>{t('money.earned.none')}</summary>
            <SumList label={t('money.earned', { currency })} names={folded} sums={sums} isCreator={isCreator} />
          </details>
        )}
      </div>
    )
  })
}

type SumListProps = { label: string; names: readonly SumName[]; sums: Sums; isCreator: boolean }

function SumList({ label, names, sums, isCreator }: SumListProps) {
  const t = useTranslations('dashboard/panels')
  return (
    <dl className={styles.numbers} aria-label={label}>
      {names.map((name) => (
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
  )
}

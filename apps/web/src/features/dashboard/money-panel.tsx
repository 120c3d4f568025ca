import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { ToggleChip } from '@veranda/ui/chip.tsx'
import { useSearchParams } from 'react-router'
import { PaymentsOffBanner } from '../../components/payment/payments-off.tsx'
import { Section } from '../../components/page/section.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { usePaymentsOff } from '../../lib/public-config.ts'
import styles from './dashboard.module.css'
import { MoneySummary } from './money-summary.tsx'
import { MonthsChart } from './months-chart.tsx'
import { selectCurrency } from './select-currency.ts'

/**
 * Renders the money of one currency: four sums and its months. The switch has the currencies with money in them; those
 * at zero are named below it.
 */
export function MoneyPanel({ dashboard: { money, months, role } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard/panels')
  const [params, setParams] = useSearchParams()
  const { shown, offered, empty } = selectCurrency(money, params.get('currency'))
  if (usePaymentsOff()) return <PaymentsOffBanner />
  const monthsShown = months.find(({ currency }) => currency === shown?.paid.currency)

  function show(currency: string) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('currency', currency)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <Section title={t('money')} aside={<Link href="/payment">{t('money.open')}</Link>}>
      {offered.length > 1 && (
        <div role="group" aria-label={t('money.switch')} className={styles.currencies}>
          {offered.map((currency) => (
            <ToggleChip key={currency} on={currency === shown?.paid.currency} onChange={() => show(currency)}>
              {currency}
            </ToggleChip>
          ))}
        </div>
      )}
      <div className={styles.money}>
        <Card>
          <MoneySummary money={shown ? [shown] : []} isCreator={role === 'creator'} />
          {empty.length > 0 && (
            <details className={styles.folded}>
              <summary>{t('money.zero', { count: empty.length })}</summary>
              <p>{empty.join(' · ')}</p>
            </details>
          )}
        </Card>
        {monthsShown && (
          <Card>
            <MonthsChart months={monthsShown} />
          </Card>
        )}
      </div>
    </Section>
  )
}

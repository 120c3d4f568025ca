import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { dashboardSums } from '@veranda/core/payments/balances.ts'
import { Amount } from '../../components/money/amount.tsx'
import { entriesUrl } from '../../components/money/entries-url.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { layoutBars, visibleSeries, type Series } from './month-bars.ts'
import styles from './months-chart.module.css'

type Months = Dashboard['months'][number]

/** Longer names of months would touch each other. */
const maxColumnNameLength = 4
const chartWidth = 360
const chartHeight = 120

/** Renders twelve months of one currency as bars, and as a table in which each amount opens its entries. */
export function MonthsChart({ months }: { months: Months }) {
  const t = useTranslations('dashboard/panels')
  const format = useFormat()
  const { currency, items } = months
  const seriesList = visibleSeries(items)
  const title = seriesList.length === 2 ? t('chart.both') : t(`chart.${seriesList[0] ?? 'spent'}`)
  const monthName = (month: string, style: 'narrow' | 'short' | 'long') =>
    new Intl.DateTimeFormat(format.locale, { month: style, timeZone: 'UTC' }).format(
      new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
    )
  const shortNames = items.map(({ month }) => monthName(month, 'short').replace('.', ''))
  const nameStyle = shortNames.every((name) => name.length <= maxColumnNameLength) ? 'short' : 'narrow'
  const { bars, highest } = layoutBars(items, seriesList, { width: chartWidth, height: chartHeight })
  const label = highest
    ? t('chart.label', {
        title,
        currency,
        amount: format.money({ amount: highest.amount, currency }),
        month: monthName(highest.month, 'long'),
      })
    : t('chart.none')

  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <strong>{title}</strong>
        <span>{currency}</span>
      </figcaption>
      {highest ? (
        <svg viewBox={`0 0 ${chartWidth} ${chartHeight + 18}`} role="img" aria-label={label} className={styles.plot}>
          {bars.map((bar) => (
            <rect
              key={`${bar.month} ${bar.series}`}
              className={
                styles[seriesList.length === 2 && bar.series === 'earned' ? 'earned' : bar.isCurrent ? 'now' : 'spent']
              }
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={bar.height}
              rx="3"
            >
              <title>{`${monthName(bar.month, 'long')}: ${format.money({ amount: bar.amount, currency })}`}</title>
            </rect>
          ))}
          {items.map(({ month }, index) => (
            <text
              key={month}
              className={styles.month}
              x={(chartWidth / items.length) * (index + 0.5)}
              y={chartHeight + 14}
            >
              {nameStyle === 'short' ? shortNames[index] : monthName(month, nameStyle)}
            </text>
          ))}
        </svg>
      ) : (
        <p className={styles.none}>{t('chart.none')}</p>
      )}
      {seriesList.length === 2 && (
        <p className={styles.legend} aria-hidden="true">
          {seriesList.map((series) => (
            <span key={series} className={styles[`${series}Key`]}>
              {t(`chart.${series}.column`)}
            </span>
          ))}
        </p>
      )}
      {highest && (
        <details className={styles.figures}>
          <summary>{t('chart.figures')}</summary>
          <table>
            <caption>{t('chart.table', { title, currency })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('chart.month')}</th>
                {seriesList.map((series: Series) => (
                  <th key={series} scope="col">
                    {t(`chart.${series}.column`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.month}>
                  <th scope="row">{monthName(item.month, 'long')}</th>
                  {seriesList.map((series: Series) => (
                    <td key={series}>
                      <Amount
                        money={{ amount: item[series], currency }}
                        href={
                          item[series] === 0
                            ? undefined
                            : entriesUrl({ of: dashboardSums[series], currency, month: item.month })
                        }
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  )
}

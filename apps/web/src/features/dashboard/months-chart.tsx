import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { barsOf, shownSides, type Side } from './month-bars.ts'
import styles from './months-chart.module.css'

type Months = Dashboard['months'][number]

const width = 360
const height = 120

/** Twelve months of one currency as bars; the same figures stand in a table for ears. */
export function MonthsChart({ months }: { months: Months }) {
  const t = useWords('dashboard')
  const format = useFormat()
  const language = useLanguage()
  const { currency, items } = months
  const sides = shownSides(items)
  const title = sides.length === 2 ? t('chart.both') : t(`chart.${sides[0] ?? 'spent'}`)
  const monthName = (month: string, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(
      new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
    )
  const { bars, highest } = barsOf(items, sides, { width, height })
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
        <svg viewBox={`0 0 ${width} ${height + 18}`} role="img" aria-label={label} className={styles.picture}>
          {bars.map((bar) => (
            <rect
              key={`${bar.month} ${bar.side}`}
              className={styles[sides.length === 2 && bar.side === 'earned' ? 'earned' : bar.now ? 'now' : 'spent']}
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
            <text key={month} className={styles.month} x={(width / items.length) * (index + 0.5)} y={height + 14}>
              {monthName(month, 'short').slice(0, 3)}
            </text>
          ))}
        </svg>
      ) : (
        <p className={styles.none}>{t('chart.none')}</p>
      )}
      {sides.length === 2 && (
        <p className={styles.legend} aria-hidden="true">
          {sides.map((side) => (
            <span key={side} className={styles[`${side}Key`]}>
              {t(`chart.${side}.column`)}
            </span>
          ))}
        </p>
      )}
      {highest && (
        <VisuallyHidden as="div">
          <table>
            <caption>{t('chart.table', { title, currency })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('chart.month')}</th>
                {sides.map((side: Side) => (
                  <th key={side} scope="col">
                    {t(`chart.${side}.column`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.month}>
                  <th scope="row">{monthName(item.month, 'long')}</th>
                  {sides.map((side: Side) => (
                    <td key={side}>{format.money({ amount: item[side], currency })}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </VisuallyHidden>
      )}
    </figure>
  )
}

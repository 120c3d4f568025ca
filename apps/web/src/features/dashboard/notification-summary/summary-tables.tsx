import { type ReactNode } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type DayCount } from './day-bars.ts'
import styles from './notification-summary.module.css'

type Counted = { id: string; name: string; count: number }

type SummaryTablesProps = {
  days: readonly DayCount[]
  types: readonly Counted[]
  channels: readonly (Counted & { opened: number })[]
  readStates: readonly Counted[]
}

/** Has the figures of the charts as tables. */
export function SummaryTables({ days, types, channels, readStates }: SummaryTablesProps) {
  const t = useTranslations('dashboard/panels')
  const format = useFormat()
  const dayName = new Intl.DateTimeFormat(format.locale, { dateStyle: 'long', timeZone: 'UTC' })
  const count = t('summary.count')
  return (
    <details className={styles.figures}>
      <summary>{t('summary.figures')}</summary>
      <Table caption={t('summary.volume')} head={[t('summary.day'), count]}>
        {days
          .filter((day) => day.count > 0)
          .map((day) => (
            <Row key={day.date} cells={[dayName.format(new Date(`${day.date}T00:00:00Z`)), format.number(day.count)]} />
          ))}
      </Table>
      <Table caption={t('summary.types')} head={[t('summary.type'), count]}>
        {types.map((type) => (
          <Row key={type.id} cells={[type.name, format.number(type.count)]} />
        ))}
      </Table>
      <Table caption={t('summary.channels')} head={[t('summary.channel'), count, t('summary.opened-share')]}>
        {channels.map((one) => (
          <Row key={one.id} cells={[one.name, format.number(one.count), format.percent(one.opened)]} />
        ))}
      </Table>
      <Table caption={t('summary.read-unread')} head={[t('summary.state'), count]}>
        {readStates.map((state) => (
          <Row key={state.id} cells={[state.name, format.number(state.count)]} />
        ))}
      </Table>
    </details>
  )
}

function Table({ caption, head, children }: { caption: string; head: readonly string[]; children: ReactNode }) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function Row({ cells: [name, ...values] }: { cells: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, index) => (
        // The columns of a table are fixed.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={index}>{value}</td>
      ))}
    </tr>
  )
}

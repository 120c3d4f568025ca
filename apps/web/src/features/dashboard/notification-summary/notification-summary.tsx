import { summariseNotifications } from '@veranda/contract/notifications/routes.ts'
import { type NotificationSummary as Summary } from '@veranda/contract/notifications/schemas.ts'
import { channels, notificationTypes } from '@veranda/core/notifications/types.ts'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Section } from '../../../components/page/section.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { serverNow } from '../../../lib/realtime/server-clock.ts'
import { fillDays, layoutDays } from './day-bars.ts'
import styles from './notification-summary.module.css'
import { ShareBars } from './share-bars.tsx'
import { SummaryTables } from './summary-tables.tsx'

/** The window that the server summarises. */
const summaryDays = 30
const chartSize = { width: 600, height: 96 }

/** Distance from the screen at which something counts as seen, so that it is there when it comes. */
const marginPx = 300

/** Shows how many notifications came in the last 30 days, of what kind, by what way, and how many were read. */
export function NotificationSummary() {
  const t = useTranslations('dashboard/panels')
  // It is the last thing on the screen, and few scroll that far.
  const [place, isSeen] = useSeen()
  const read = useRead(summariseNotifications, {}, { enabled: isSeen })
  return (
    <div ref={place}>
      <Section title={t('summary.title')}>
        <Card>
          <QueryBoundary
            query={read}
            skeleton={<Skeleton shape="block" height="420px" />}
            errorTitle={t('summary.failed')}
          >
            {(summary) => <Charts summary={summary} />}
          </QueryBoundary>
        </Card>
      </Section>
    </div>
  )
}

/** Returns a reference for an element, and whether it has come near the screen. */
function useSeen(): [RefObject<HTMLDivElement | null>, boolean] {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current || isSeen || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: `${marginPx}px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen])
  return [place, isSeen]
}

function Charts({ summary }: { summary: Summary }) {
  const t = useTranslations('dashboard/panels')
  const nameOf = useTranslations('notifications')
  const format = useFormat()
  const { readVsUnread, typeDistribution, channelDistribution, engagementRates } = summary
  const total = readVsUnread.read + readVsUnread.unread
  if (total === 0)
    return <EmptyState compact level={3} icon="bell" title={t('summary.none')} text={t('summary.none.text')} />

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: format.timeZone }).format(serverNow())
  const days = fillDays(summary.volumeOverTime, today, summaryDays)
  const types = notificationTypes
    .map((type) => ({ id: type, name: nameOf(`screen.type.${type}`), count: typeDistribution[type] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  const byChannel = channels
    .map((channel) => ({
      id: channel,
      name: nameOf(`screen.channel.${channel}`),
      count: channelDistribution[channel] ?? 0,
      opened: engagementRates[channel] ?? 0,
    }))
    .filter(({ count }) => count > 0)
  const readStates = (['read', 'unread'] as const).map((state) => ({
    id: state,
    name: nameOf(`screen.filter.${state}`),
    count: readVsUnread[state],
  }))
  return (
    <div className={styles.charts}>
      <Volume days={days} total={total} />
      <div className={styles.parts}>
        <ShareBars title={t('summary.types')} items={types} />
        <div className={styles.stack}>
          <ShareBars
            title={t('summary.channels')}
            items={byChannel.map(({ opened, ...channel }) => ({
              ...channel,
              part: opened,
              note: t('summary.opened', { share: format.percent(opened) }),
            }))}
          />
          <ShareBars title={t('summary.read-unread')} items={readStates} />
        </div>
      </div>
      <SummaryTables days={days} types={types} channels={byChannel} readStates={readStates} />
    </div>
  )
}

function Volume({ days, total }: { days: ReturnType<typeof fillDays>; total: number }) {
  const t = useTranslations('dashboard/panels')
  const format = useFormat()
  const dayName = new Intl.DateTimeFormat(format.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const nameOf = (date: string) => dayName.format(new Date(`${date}T00:00:00Z`))
  const busiest = days.reduce((top, day) => (day.count > top.count ? day : top))
  const { width, height } = chartSize
  return (
    <figure className={styles.volume}>
      <figcaption>{t('summary.volume')}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('summary.volume.label', {
          total: format.number(total),
          date: nameOf(busiest.date),
          most: format.number(busiest.count),
        })}
        className={styles.plot}
      >
        {layoutDays(days, chartSize).map(({ date, count, ...bar }) => (
          <rect key={date} className={styles.bar} rx="2" {...bar}>
            <title>{`${nameOf(date)}: ${format.number(count)}`}</title>
          </rect>
        ))}
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{nameOf(days[0]?.date ?? busiest.date)}</span>
        <span>{nameOf(days.at(-1)?.date ?? busiest.date)}</span>
      </p>
    </figure>
  )
}

import { type BookingSummary } from '@veranda/contract/bookings/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { isJoinOpen } from './booking-view-model.ts'
import styles from './booking-banner.module.css'

/** Leads into the room of each session that can be joined now; renders nothing when there is none. */
export function BookingBanner({ items }: { items: readonly BookingSummary[] }) {
  const t = useTranslations('bookings/dashboard')
  const format = useFormat()
  const now = useServerNow()
  return items.map(({ id, title, other, startsAt, endsAt, join }) => {
    if (join === null || !isJoinOpen(join, now)) return null
    const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)
    const started = Date.parse(startsAt) <= now
    const params = {
      time: format.relative(startsAt, now),
      count: minutes,
      name: other.name,
    }
    return (
      <section key={id} className={styles.banner} aria-label={t('banner')}>
        <Avatar name={other.name} src={other.avatar} size="medium" />
        <div className={styles.text}>
          <p className={styles.when}>
            <bdi>{t(started ? 'banner.since' : 'banner.starts', params)}</bdi>
          </p>
          <h2 className={styles.title}>
            <bdi>{title}</bdi>
          </h2>
        </div>
        <Button className={styles.enter} size="large" icon="headset" href={join.url}>
          {t('banner.enter')}
        </Button>
      </section>
    )
  })
}

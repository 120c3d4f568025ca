import { type BookingSummary } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { useServerNow } from '../../lib/server-clock.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { Timestamp } from '../../components/timestamp.tsx'
import { isJoinOpen } from './booking-view-model.ts'
import styles from './session-banner.module.css'

/** Leads into the room of each session that can be joined now; renders nothing when there is none. */
export function SessionBanner({ items }: { items: readonly BookingSummary[] }) {
  const t = useTranslations('bookings/dashboard')
  const now = useServerNow()
  return items.map(
    ({ id, title, other, startsAt, join }) =>
      join !== null &&
      isJoinOpen(join, now) && (
        <section key={id} className={styles.banner} aria-label={t('banner')}>
          <Icon name="headset" size={28} />
          <div className={styles.text}>
            <h2 className={styles.title}>{t('banner')}</h2>
            <p>
              <bdi>{t('banner.text', { title, name: other.name })}</bdi> · <Timestamp at={startsAt} show="time" />
            </p>
          </div>
          <Button kind="filled" size="large" href={join.url}>
            {t('banner.enter')}
          </Button>
        </section>
      ),
  )
}

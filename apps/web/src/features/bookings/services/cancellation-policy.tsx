import { type PolicyTier } from '@veranda/contract/bookings/services/schemas.ts'
import { refundPercentAt } from '@veranda/core/bookings/services/cancellation-policy.ts'
import { hour, instant } from '@veranda/core/time/instant.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { SentenceGap } from '../../../components/sentence-gap.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../booking.module.css'

/** Returns how much time before the start a tier of a policy needs, in words. */
function useNoticeLength(): (hours: number) => string {
  const t = useTranslations('bookings')
  return (hours) =>
    hours >= 48 && hours % 24 === 0 ? t('policy.days', { count: hours / 24 }) : t('policy.hours', { count: hours })
}

/** Returns until when a tier applies, in milliseconds. */
function deadlineOf({ hoursBefore }: PolicyTier, startsAt: string): number {
  return Date.parse(startsAt) - hoursBefore * hour
}

/**
 * Says before a payment that a cancellation does not refund all of it any more; renders nothing while it does.
 */
export function ReducedRefundBanner({ policy, startsAt }: { policy: readonly PolicyTier[]; startsAt: string }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const now = useServerNow()
  const percent = refundPercentAt(policy, instant(Date.parse(startsAt)), instant(now))
  const lengthOf = useNoticeLength()
  if (percent === 100) return null
  const full = policy.findLast(({ refundPercent }) => refundPercent === 100)
  return (
    <Banner tone="warning" title={percent === 0 ? t('policy.non-refundable') : undefined}>
      {full && t('policy.late', { length: lengthOf(full.hoursBefore) })}
      <SentenceGap />
      {percent === 0 ? t('policy.nothing-back') : t('policy.part-back', { share: format.percent(percent / 100) })}
    </Banner>
  )
}

/**
 * Shows a cancellation policy in words, one line per tier; with a start also the deadline of each, and only those that
 * have not passed.
 */
export function CancellationPolicy({
  policy,
  startsAt,
}: {
  policy: readonly PolicyTier[]
  startsAt?: string | undefined
}) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const now = useServerNow()
  const lengthOf = useNoticeLength()
  // With a start, only what can still be had.
  const tiers = startsAt === undefined ? policy : policy.filter((tier) => now <= deadlineOf(tier, startsAt))
  const lastTier = policy.at(-1)
  const untilOf = (hours: number) => {
    if (startsAt === undefined) return undefined
    const at = new Date(Date.parse(startsAt) - hours * 3_600_000).toISOString()
    return t('policy.until', { day: format.weekday(at), time: format.time(at) })
  }
  return (
    <ul className={styles.policy}>
      {tiers.length === 0 && lastTier && <li>{t('policy.too-late', { length: lengthOf(lastTier.hoursBefore) })}</li>}
      {tiers.map(({ hoursBefore, refundPercent }) => {
        const share = format.percent(refundPercent / 100)
        return (
          <li key={hoursBefore}>
            {hoursBefore === 0
              ? t('policy.to-start', { share })
              : refundPercent === 100
                ? t('policy.all', { length: lengthOf(hoursBefore) })
                : t('policy.part', { share, length: lengthOf(hoursBefore) })}
            {hoursBefore > 0 && startsAt && <span className={styles.quiet}> {untilOf(hoursBefore)}</span>}
          </li>
        )
      })}
      {policy.length === 0 && <li>{t('policy.never')}</li>}
      {tiers.length > 0 && lastTier?.hoursBefore !== 0 && <li>{t('policy.later')}</li>}
      <li>{t('policy.creator')}</li>
    </ul>
  )
}

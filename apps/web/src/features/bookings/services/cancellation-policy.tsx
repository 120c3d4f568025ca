import { type PolicyTier } from '@veranda/contract/bookings/services/schemas.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import styles from '../booking.module.css'

/** Shows a cancellation policy in words, one line per tier; with a start also the deadline of each. */
export function CancellationPolicy({
  policy,
  startsAt,
}: {
  policy: readonly PolicyTier[]
  startsAt?: string | undefined
}) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const lengthOf = (hours: number) =>
    hours >= 48 && hours % 24 === 0 ? t('policy.days', { count: hours / 24 }) : t('policy.hours', { count: hours })
  const untilOf = (hours: number) => {
    if (startsAt === undefined) return undefined
    const at = new Date(Date.parse(startsAt) - hours * 3_600_000).toISOString()
    return t('policy.until', { day: format.weekday(at), time: format.time(at) })
  }
  return (
    <ul className={styles.policy}>
      {policy.map(({ hoursBefore, refundPercent }) => {
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
      {policy.at(-1)?.hoursBefore !== 0 && <li>{policy.length === 0 ? t('policy.never') : t('policy.later')}</li>}
      <li>{t('policy.creator')}</li>
    </ul>
  )
}

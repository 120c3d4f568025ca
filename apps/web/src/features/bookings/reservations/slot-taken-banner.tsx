import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { OnlineProblem } from '../../../components/page/online-problem.tsx'
import { type Problem } from '../../../lib/api/problem.ts'
import { formatFor } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'

type SlotTakenBannerProps = { problem: Problem | undefined; zone: string; busy: boolean; onPick: (at: string) => void }

/** Shows why a time could not be reserved; if it was taken, with the next free ones as buttons. */
export function SlotTakenBanner({ problem, zone, busy, onPick }: SlotTakenBannerProps) {
  const t = useTranslations('bookings')
  const format = formatFor(useLanguage(), zone)
  if (problem?.code === 'booking.reservation-in-payment') {
    return (
      <Banner
        tone="warning"
        title={problem.message}
        announce
        action={<Link href={`/booking/confirm/${problem.facts['bookingId']}`}>{t('taken.to-reservation')}</Link>}
      />
    )
  }
  if (problem?.code !== 'booking.slot-taken') return <OnlineProblem problem={problem} />
  const next = suggestedStarts(problem)
  return (
    <Banner tone="warning" title={t('taken.title')} announce>
      {next.length === 0 ? (
        t('taken.none')
      ) : (
        <>
          <p>{t('taken.next')}</p>
          <Inline wrap>
            {next.map((at) => (
              <Button key={at} size="small" busy={busy} onClick={() => onPick(at)}>
                {t('taken.time', { day: format.weekday(at), time: format.time(at) })}
              </Button>
            ))}
          </Inline>
        </>
      )}
    </Banner>
  )
}

/** Returns the next free starts (ISO) that a slot-taken refusal carries; empty for any other problem. */
export function suggestedStarts(problem: Problem | undefined): string[] {
  const next = problem?.facts['next']
  if (typeof next !== 'string') return []
  return next.split(' ').filter((moment) => !Number.isNaN(Date.parse(moment)))
}

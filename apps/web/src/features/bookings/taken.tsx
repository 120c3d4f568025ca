import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { formatFor } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { type Problem } from '../../lib/problem.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { nextTimesOf } from './next-times.ts'

type TakenProps = { problem: Problem | undefined; zone: string; busy: boolean; onPick: (at: string) => void }

/** Why a time could not be had; when somebody was faster, with the next free ones to press. */
export function Taken({ problem, zone, busy, onPick }: TakenProps) {
  const t = useWords('bookings')
  const format = formatFor(useLanguage(), zone)
  if (problem === undefined) return null
  if (problem.code === 'booking.hold-live') {
    return (
      <Banner
        tone="warning"
        title={problem.message}
        announce
        action={<Link href={`/booking/confirm/${problem.facts['bookingId']}`}>{t('taken.to-hold')}</Link>}
      />
    )
  }
  if (problem.code !== 'booking.slot-taken') return <ProblemBanner problem={problem} />
  const next = nextTimesOf(problem)
  return (
    <Banner tone="warning" title={t('taken.title')} announce>
      {next.length === 0 ? (
        t('taken.none')
      ) : (
        <>
          <p>{t('taken.next')}</p>
          <Line wrap>
            {next.map((at) => (
              <Button key={at} size="small" busy={busy} onClick={() => onPick(at)}>
                {t('taken.time', { day: format.weekday(at), time: format.time(at) })}
              </Button>
            ))}
          </Line>
        </>
      )}
    </Banner>
  )
}

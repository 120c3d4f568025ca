import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useWords } from '../../lib/words.ts'

const known = ['declined', 'insufficient-funds', 'expired', 'wrong-code', 'unknown-method'] as const

/** Why the last attempt to pay did not work, and that nothing was taken. */
export function PaymentFailed({ charge }: { charge: NonNullable<Milestone['charge']> }) {
  const t = useWords('projects')
  if (charge.state !== 'failed' && charge.state !== 'expired') return null
  const why = charge.state === 'expired' ? 'expired' : known.find((code) => code === charge.failure)
  return (
    <Banner tone="error" title={t('fund.failed')} announce>
      {t(`fund.failure.${why ?? 'other'}`)}
    </Banner>
  )
}

import { type Charge } from '@veranda/contract/payments/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useWords } from '../lib/words.ts'

const known = ['declined', 'insufficient-funds', 'expired', 'wrong-code', 'unknown-method'] as const

/** Why the last attempt to pay did not work, and that nothing was taken. */
export function PaymentFailed({ charge }: { charge: Pick<Charge, 'state' | 'failure'> }) {
  const t = useWords('payments')
  if (charge.state !== 'failed' && charge.state !== 'expired') return null
  const why = charge.state === 'expired' ? 'expired' : known.find((code) => code === charge.failure)
  return (
    <Banner tone="error" title={t('pay.failed')} announce>
      {t(`pay.failure.${why ?? 'other'}`)}
    </Banner>
  )
}

import { type ChargeStatus } from '@veranda/core/payments/charges/charge.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'

const labelledFailures = ['declined', 'insufficient-funds', 'expired', 'wrong-code', 'unknown-method'] as const

/** Explains why the last payment attempt failed, and that nothing was charged. */
export function PaymentFailed({ charge }: { charge: ChargeStatus }) {
  const t = useTranslations('payments')
  if (charge.state !== 'failed' && charge.state !== 'expired') return null
  const why = charge.state === 'expired' ? 'expired' : labelledFailures.find((code) => code === charge.failure)
  return (
    <Banner tone="error" title={t('pay.failed')} announce>
      {t(`pay.failure.${why ?? 'other'}`)}
    </Banner>
  )
}

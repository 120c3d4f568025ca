import { Banner } from '@veranda/ui/banner.tsx'
import { Suspense } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { usePaymentsOff } from '../../lib/public-config.ts'

/** Explains why a step that needs a payment is not offered; renders nothing where payments are possible. */
export function PaymentsOffBanner() {
  if (!usePaymentsOff()) return null
  return (
    <Suspense>
      <PaymentsOff />
    </Suspense>
  )
}

/** Loads its texts when it is shown: on most installations it never is. */
function PaymentsOff() {
  const t = useTranslations('payments/off')
  return <Banner title={t('title')}>{t('text')}</Banner>
}

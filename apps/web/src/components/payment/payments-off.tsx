import { Banner } from '@veranda/ui/banner.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { usePaymentsOff } from '../../lib/public-config.ts'

/** Explains why a step that needs a payment is not offered; renders nothing where payments are possible. */
export function PaymentsOffBanner() {
  const t = useTranslations('common')
  if (!usePaymentsOff()) return null
  return <Banner title={t('payments-off')}>{t('payments-off.text')}</Banner>
}

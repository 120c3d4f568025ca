import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useTranslations } from '../../../lib/i18n.ts'

/** Says what is missing until the user appears in search with something to offer. */
export function StartBanner({ talent: { headline, services } }: { talent: Pick<Talent, 'headline' | 'services'> }) {
  const t = useTranslations('talent')
  const [hasHeadline, hasService] = [headline !== '', services.length > 0]
  if (hasHeadline && hasService) return null
  const missing = hasHeadline ? 'service' : hasService ? 'headline' : 'both'
  return (
    <Banner icon="star" tone="primary" title={t('profile.start.title')}>
      {t(`profile.start.${missing}`)}
    </Banner>
  )
}

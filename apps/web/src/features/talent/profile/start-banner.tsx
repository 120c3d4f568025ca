import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useTranslations } from '../../../lib/i18n.ts'

/** Says what is missing until the user appears in search with something to offer. */
export function StartBanner({ talent: { headline, services } }: { talent: Pick<Talent, 'headline' | 'services'> }) {
  const t = useTranslations('talent')
  const steps = { headline: headline !== '', service: services.length > 0 }
  const done = Object.values(steps).filter(Boolean).length
  if (steps.headline && steps.service) return null
  const missing = done === 0 ? 'both' : steps.headline ? 'service' : 'headline'
  return (
    <Banner icon="star" tone="primary" title={t('profile.start.title', { done, all: Object.keys(steps).length })}>
      {t(`profile.start.${missing}`)}
    </Banner>
  )
}

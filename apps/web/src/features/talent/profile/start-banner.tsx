import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { findableSteps } from '@veranda/core/talent/page/findable.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { type ReactNode, useState } from 'react'
import { RichText } from '../../../components/rich-text.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './profile.module.css'

/**
 * Says which steps are left until clients find the user in the search, and that they do once the last one is done here.
 */
export function StartBanner({ profile: { stepsLeft } }: { profile: Pick<Profile, 'stepsLeft'> }) {
  const t = useTranslations('talent')
  const [hadSteps, setHadSteps] = useState(false)
  if (stepsLeft.length > 0 && !hadSteps) setHadSteps(true)
  if (stepsLeft.length === 0) {
    if (!hadSteps) return null
    const link = (inner: ReactNode) => <Link href="/profile?see=page">{inner}</Link>
    return (
      <Banner icon="check" tone="success" announce title={t('profile.start.done')}>
        <RichText text={t('profile.start.done.text')} parts={{ link }} />
      </Banner>
    )
  }
  const count = findableSteps.length
  return (
    <Banner icon="star" tone="primary" title={t('profile.start.title', { done: count - stepsLeft.length, count })}>
      <p>{t('profile.start.text')}</p>
      <ul className={styles.stepsLeft}>
        {stepsLeft.map((step) => (
          <li key={step}>
            {step === 'availability' ? (
              <Link href="/appointments?view=availability">{t(`profile.start.${step}`)}</Link>
            ) : (
              t(`profile.start.${step}`)
            )}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

import { startSocialSignIn } from '@veranda/contract/accounts/social/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { lazy } from 'react'
import { routeUrl } from '../../../lib/api/route-url.ts'
import { usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './provider-buttons.module.css'

/** Links to the providers that users can sign in with here. `to` is the place to come back to. */
export function ProviderButtons({ to }: { to: string | undefined }) {
  const t = useTranslations('accounts/sign-in')
  const providers = usePublicConfig()?.socialProviders
  if (providers?.length === 0) return null
  return (
    <div className={styles.social}>
      <div role="group" aria-label={t('social.with')} className={styles.buttons}>
        {providers?.map((provider) => (
          <Button key={provider} href={routeUrl(startSocialSignIn, { params: { provider }, query: { to } })}>
            {t(`social.${provider}`)}
          </Button>
        ))}
      </div>
      <p className={styles.or}>{t('social.or')}</p>
    </div>
  )
}

// With their texts, and only for those who come back from a provider: the form does not wait for them.

export const SocialProblemBanner = lazy(() =>
  import('./social-problem-banner.tsx').then((module) => ({ default: module.SocialProblemBanner })),
)
export const FinishSignIn = lazy(() =>
  import('./finish-sign-in.tsx').then((module) => ({ default: module.FinishSignIn })),
)
export const RegisterByIdentityForm = lazy(() =>
  import('./register-by-identity-form.tsx').then((module) => ({ default: module.RegisterByIdentityForm })),
)

import { buttonClass } from '@veranda/ui/button.tsx'
import { buildSettings } from '../../../lib/build-settings.ts'
import { usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import styles from './provider-buttons.module.css'

/**
 * Links to the OAuth providers of this installation; signing in navigates to the server. Renders nothing when there are
 * none.
 */
export function ProviderButtons() {
  const t = useTranslations('accounts/sign-in')
  const config = usePublicConfig()
  if (!config || config.providers.length === 0) return null
  return (
    <div>
      <div className={styles.providers}>
        {config.providers.map((provider) => (
          <a
            key={provider}
            className={buttonClass({ kind: 'plain', size: 'large' })}
            href={`${buildSettings.apiUrl}/auth/${provider}`}
            aria-label={t('with', { provider: t(`provider.${provider}`) })}
          >
            {t(`provider.${provider}`)}
          </a>
        ))}
      </div>
      <div className={styles.or}>{t('or')}</div>
    </div>
  )
}

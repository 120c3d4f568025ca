import { buttonClass } from '@veranda/ui/button.tsx'
import { settings } from '../lib/settings.ts'
import { usePublicConfig } from '../lib/public-config.ts'
import { useWords } from '../lib/words.ts'
import styles from './provider-buttons.module.css'

/** Sign-in through the providers that this installation has, by navigating to the server. Nothing when it has none. */
export function ProviderButtons() {
  const t = useWords('auth')
  const config = usePublicConfig()
  if (!config || config.providers.length === 0) return null
  return (
    <div>
      <div className={styles.providers}>
        {config.providers.map((provider) => (
          <a
            key={provider}
            className={buttonClass({ kind: 'plain', size: 'large' })}
            href={`${settings.apiUrl}/auth/${provider}`}
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

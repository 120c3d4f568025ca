import { type AcceptanceLimits, type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { compareWithAcceptanceLimits, withImages } from '@veranda/core/assets/acceptance-limits.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { LimitChecks } from './limit-checks.tsx'
import { useLimitsText } from './use-limits-text.ts'
import styles from './limits.module.css'

export type LimitsPreviewProps = {
  limits: AcceptanceLimits | null
  /** Uploaded assets whose facts are known. */
  assets: readonly AssetSummary[]
  images: readonly { readonly bytes: number }[]
}

/**
 * Renders the check of the next version against the agreed limits, or the list of limits before anything is uploaded.
 */
export function LimitsPreview({ limits, assets, images }: LimitsPreviewProps) {
  const t = useTranslations('commissions')
  const texts = useLimitsText()(limits)
  if (!limits || texts.length === 0) return null
  const parts = withImages(assets, images)
  return (
    <div aria-live="polite">
      {parts.length > 0 ? (
        <LimitChecks checks={compareWithAcceptanceLimits(limits, parts)} />
      ) : (
        <section>
          <h3 className={styles.legend}>{t('limits.ahead')}</h3>
          <ul className={styles.agreed}>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

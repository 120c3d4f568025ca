import { type AcceptanceLimits, type WorkSummary } from '@veranda/contract/works/schemas.ts'
import { compareWithLimits, withPictures } from '@veranda/core/works/limits.ts'
import { useWords } from '../../lib/words.ts'
import { LimitChecks } from './limit-checks.tsx'
import { useLimitsText } from './limits-text.ts'
import styles from './limits.module.css'

export type LimitsSoFarProps = {
  limits: AcceptanceLimits | null
  /** What has arrived and was measured. */
  works: readonly WorkSummary[]
  pictures: readonly { readonly bytes: number }[]
}

/** The agreed limits against what the next version has so far, as they will stand on it; before that, what is checked. */
export function LimitsSoFar({ limits, works, pictures }: LimitsSoFarProps) {
  const t = useWords('projects')
  const texts = useLimitsText()(limits)
  if (!limits || texts.length === 0) return null
  const parts = withPictures(works, pictures)
  return (
    <div aria-live="polite">
      {parts.length > 0 ? (
        <LimitChecks checks={compareWithLimits(limits, parts)} />
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

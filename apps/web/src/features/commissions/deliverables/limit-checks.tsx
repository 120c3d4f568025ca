import { type LimitCheck } from '@veranda/contract/assets/schemas.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { toMegabytes } from '../../../components/assets/file-size.ts'
import styles from './limits.module.css'

/** The limits that a value must not exceed; the others are met by what they name. */
const maxima: ReadonlySet<LimitCheck['name']> = new Set(['triangles', 'texture-edge', 'textures', 'bytes'])

/** Renders every agreed limit and whether this version keeps it. */
export function LimitChecks({ checks }: { checks: readonly LimitCheck[] }) {
  const t = useTranslations('commissions')
  const valueOf = useLimitValue()
  if (checks.length === 0) return null
  return (
    <section>
      <h3 className={styles.legend}>{t('limits.title')}</h3>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={check.name} className={check.met ? styles.met : styles.missed} aria-atomic>
            <Icon name={check.met ? 'check' : 'close'} size={16} />
            <VisuallyHidden>{t(check.met ? 'limits.met' : 'limits.missed')}</VisuallyHidden>
            <span className={styles.name}>{t(`limits.check.${check.name}`)}</span>
            <span className={styles.values}>
              <bdi>{check.actual === null ? t('limits.unknown') : valueOf(check.name, check.actual)}</bdi>
              {(!check.met || check.actual !== check.required) && (
                <span className={styles.quiet}>
                  {t(maxima.has(check.name) ? 'limits.required' : 'limits.required.other', {
                    value: valueOf(check.name, check.required),
                  })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns a formatter for values in the unit of their limit. */
function useLimitValue(): (name: LimitCheck['name'], value: string) => string {
  const t = useTranslations('commissions')
  const format = useFormat()
  return (name, value) => {
    if (name === 'bytes') return t('limits.value.bytes', { value: format.number(toMegabytes(Number(value))) })
    if (name === 'size') return t('limits.value.size', { value })
    if (name === 'texture-edge') return t('limits.value.edge', { value: format.number(Number(value)) })
    if (name === 'frame-rate') return isLevel(value) ? t(`limits.level.${value}`) : value
    if (name === 'format') {
      const kinds = value.split(', ').map((kind) => (isFormat(kind) ? t(`limits.format.${kind}`) : kind))
      return format.list(kinds)
    }
    return format.number(Number(value))
  }
}

function isLevel(value: string): value is 'green' | 'amber' | 'red' {
  return ['green', 'amber', 'red'].includes(value)
}

function isFormat(value: string): value is 'model' | 'image' | 'video' | 'document' | 'archive' {
  return ['model', 'image', 'video', 'document', 'archive'].includes(value)
}

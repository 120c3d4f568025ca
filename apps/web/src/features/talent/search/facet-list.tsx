import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import styles from './filter-panel.module.css'

type Option = { value: string; label: string; count: number }

type Props = {
  label: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Shows all options instead of the first few. */
  expanded?: boolean
  onExpandedChange?: (expanded: boolean) => void
}

const collapsedCount = 8

/** Shows a single choice of options with their counts; clicking the chosen one clears it. */
export function FacetList({ label, options, value, onChange, expanded = true, onExpandedChange }: Props) {
  const t = useTranslations('talent')
  const chosen = options.find((option) => option.value === value)
  const missing = value !== undefined && !chosen ? [{ value, label: value, count: 0 }] : []
  const shown = expanded ? options : options.filter((option, index) => index < collapsedCount || option === chosen)
  if (missing.length + options.length === 0) return null
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.facets}>
        {[...missing, ...shown].map((option) => (
          <button
            key={option.value}
            type="button"
            className={cx(styles.facet, option.value === value && styles.chosen)}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value === value ? undefined : option.value)}
          >
            <bdi>{option.label}</bdi>
            <span className={styles.count}>{option.count}</span>
          </button>
        ))}
      </div>
      {onExpandedChange && options.length > collapsedCount && (
        <Button size="small" kind="quiet" onClick={() => onExpandedChange(!expanded)}>
          {expanded ? t('filter.less') : t('filter.more', { count: options.length })}
        </Button>
      )}
    </fieldset>
  )
}

import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { type ReactNode } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './filter-panel.module.css'

type Option = { value: string; label: string; count: number }

type Props = {
  label: string
  options: readonly Option[]
  values: readonly string[]
  /** Names a chosen value that is not among the options. */
  labelOf?: (value: string) => string
  /** Called with the value that is to be set, or cleared where it is set. */
  onToggle: (value: string) => void
  /** Shown above the options, such as a field that adds others. */
  children?: ReactNode
  /** Shows all options instead of the first few. */
  expanded?: boolean
  onExpandedChange?: (expanded: boolean) => void
}

const collapsedCount = 8

/** Shows options with their counts, the chosen ones first; clicking a chosen one clears it. */
export function FacetList({
  label,
  options,
  values,
  labelOf = (value) => value,
  onToggle,
  children,
  expanded = true,
  onExpandedChange,
}: Props) {
  const t = useTranslations('talent')
  const chosen = values.map(
    (value) => options.find((option) => option.value === value) ?? { value, label: labelOf(value), count: 0 },
  )
  const others = options.filter(({ value }) => !values.includes(value))
  const shown = expanded ? others : others.slice(0, Math.max(0, collapsedCount - chosen.length))
  if (chosen.length + options.length === 0 && !children) return null
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      {children}
      <div className={styles.facets}>
        {[...chosen, ...shown].map((option) => {
          const isChosen = values.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              className={cx(styles.facet, isChosen && styles.chosen)}
              aria-pressed={isChosen}
              onClick={() => onToggle(option.value)}
            >
              <bdi>{option.label}</bdi>
              <span className={styles.count}>{option.count}</span>
            </button>
          )
        })}
      </div>
      {onExpandedChange && options.length > collapsedCount && (
        <Button size="small" kind="quiet" onClick={() => onExpandedChange(!expanded)}>
          {expanded ? t('filter.less') : t('filter.more', { count: options.length })}
        </Button>
      )}
    </fieldset>
  )
}

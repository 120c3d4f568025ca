import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { useWords } from '../../lib/words.ts'
import styles from './filters.module.css'

type Option = { value: string; label: string; count: number }

type Props = {
  label: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Whether more than the first few are shown; without it all are. */
  all?: boolean
  onAll?: (all: boolean) => void
}

const few = 8

/** One of several, each with how many there are; pressing the chosen one lets go of it. */
export function FacetList({ label, options, value, onChange, all = true, onAll }: Props) {
  const t = useWords('talent')
  const chosen = options.find((option) => option.value === value)
  const gone = value !== undefined && !chosen ? [{ value, label: value, count: 0 }] : []
  const shown = all ? options : options.filter((option, index) => index < few || option === chosen)
  if (gone.length + options.length === 0) return null
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.facets}>
        {[...gone, ...shown].map((option) => (
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
      {onAll && options.length > few && (
        <Button size="small" kind="quiet" onClick={() => onAll(!all)}>
          {all ? t('filter.less') : t('filter.more', { count: options.length })}
        </Button>
      )}
    </fieldset>
  )
}

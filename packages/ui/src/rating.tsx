import { useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import styles from './rating.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const starValues = [1, 2, 3, 4, 5] as const

/** Shows five stars filled to the value, 0 to 5; the label is read out. */
export function Rating({ value, label, size = 16 }: { value: number; label: string; size?: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={label}>
      {starValues.map((step) => {
        // Each star has its own share, so that the width of the row does not matter.
        const share = Math.max(0, Math.min(1, value - step + 1))
        return (
          <span key={step} className={styles.star}>
            <Icon name="star" size={size} filled />
            {share > 0 && (
              <span className={styles.full} style={{ inlineSize: `${Math.round(share * 100)}%` }}>
                <Icon name="star" size={size} filled />
              </span>
            )}
          </span>
        )
      })}
    </span>
  )
}

export type RatingInputProps = {
  label: string
  /** Returns the name of one choice: "3 stars". */
  labelOf: (stars: number) => string
  value: number | undefined
  onChange: (stars: number) => void
}

export function RatingInput({ label, labelOf, value, onChange }: RatingInputProps) {
  const name = useId()
  return (
    <fieldset>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      <div className={styles.input}>
        {starValues.map((step) => (
          <label key={step} className={cx(styles.choice, value !== undefined && step <= value && styles.on)}>
            <input type="radio" name={name} value={step} checked={step === value} onChange={() => onChange(step)} />
            <VisuallyHidden>{labelOf(step)}</VisuallyHidden>
            <Icon name="star" size={24} filled />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import styles from './rating.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const starValues = [1, 2, 3, 4, 5] as const

/** Shows five stars filled to the value, 0 to 5; the label is read out. */
export function Rating({ value, label, size = 16 }: { value: number; label: string; size?: number }) {
  const share = Math.max(0, Math.min(1, value / 5))
  const stars = starValues.map((step) => <Icon key={step} name="star" size={size} filled />)
  return (
    <span className={styles.stars} role="img" aria-label={label}>
      {stars}
      <span className={styles.full} style={{ inlineSize: `${share * 100}%` }}>
        {stars}
      </span>
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

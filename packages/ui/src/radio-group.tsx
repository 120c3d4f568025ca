import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { cx } from './cx.ts'

export type RadioOption<V extends string> = { value: V; label: ReactNode; hint?: ReactNode; disabled?: boolean }

export type RadioGroupProps<V extends string> = {
  label: ReactNode
  options: readonly RadioOption<V>[]
  value: V | undefined
  onChange: (value: V) => void
  look?: 'column' | 'row' | 'cards' | undefined
  name?: string | undefined
  error?: ReactNode
}

/** Renders a choice of one among a few visible options. Arrow keys move within it, as on the platform. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const id = useId()
  const { look = 'column', name = id } = props
  return (
    <fieldset className={styles.group} aria-describedby={props.error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{props.label}</legend>
      <div className={cx(look === 'row' && styles.row, look === 'cards' && styles.cards)}>
        {props.options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              className={styles.dot}
              name={name}
              value={option.value}
              checked={option.value === props.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
            />
            <span className={styles.text}>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {props.error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {props.error}
        </p>
      )}
    </fieldset>
  )
}

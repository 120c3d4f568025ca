import { useId } from 'react'
import { useFormat } from '../lib/format.ts'
import styles from './viewer-panel.module.css'

type ChoiceProps<V extends string> = {
  label: string
  value: V | undefined
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** Shows the options alone; the label is for ears. */
  bare?: boolean
}

/** One of a few, side by side. */
export function Choice<V extends string>({ label, value, options, onChange, bare }: ChoiceProps<V>) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <span id={id} className={bare ? styles.unseen : styles.quiet}>
        {label}
      </span>
      <div className={styles.options} role="group" aria-labelledby={id}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className={styles.option}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  )
}

/** A share between nothing and all. */
export function Slider({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) {
  const format = useFormat()
  return (
    <label className={styles.slider}>
      <span className={styles.quiet}>{label}</span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={value}
        aria-valuetext={format.percent(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}

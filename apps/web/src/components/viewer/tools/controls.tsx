import { useId } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import styles from './panel.module.css'

type SegmentedControlProps<V extends string> = {
  label: string
  value: V | undefined
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** Hides the label visually; screen readers still announce it. */
  labelHidden?: boolean
}

/** Renders a few exclusive options next to each other. */
export function SegmentedControl<V extends string>({
  label,
  value,
  options,
  onChange,
  labelHidden,
}: SegmentedControlProps<V>) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <span id={id} className={labelHidden ? styles.unseen : styles.quiet}>
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

/** Renders a slider from 0 to 1. */
export function Slider({
  label,
  value,
  text,
  onChange,
}: {
  label: string
  value: number
  /** The value as it is read out; a percentage if absent. */
  text?: string | undefined
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
        aria-valuetext={text ?? format.percent(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}

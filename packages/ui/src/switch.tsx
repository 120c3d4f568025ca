import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { cx } from './cx.ts'

export type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'onChange'> & {
  label: ReactNode
  hint?: ReactNode
  onChange?: ((on: boolean) => void) | undefined
}

/** Renders a toggle that takes effect at once; use a checkbox in forms with a save button. */
export function Switch({ label, hint, onChange, ...rest }: SwitchProps) {
  const note = useId()
  return (
    <label className={cx(styles.choice, styles.switch)}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        className={styles.track}
        aria-describedby={hint ? note : undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span className={styles.text}>
        {label}
        {hint && (
          <span id={note} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

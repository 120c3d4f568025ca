import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './choice.module.css'

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const note = useId()
  return (
    <label className={styles.choice}>
      <input
        {...rest}
        type="checkbox"
        className={styles.box}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? note : undefined}
      />
      <span className={styles.text}>
        {label}
        {(error || hint) && (
          <span id={note} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
            {error ?? hint}
          </span>
        )}
      </span>
    </label>
  )
}

import { cx } from './cx.ts'
import styles from './date-input.module.css'
import { TextInput, type TextInputProps } from './text-input.tsx'

export type DateInputProps = Omit<TextInputProps, 'type' | 'value' | 'icon' | 'after' | 'placeholder'> & {
  /** `YYYY-MM-DD`, or empty. */
  value: string
  /** The date as the reader's language writes it; for an empty value what to do. */
  text: string
}

/**
 * Renders the platform's date field, which has the platform's calendar. Its text follows the browser's language, so it
 * is covered by `text` until the field is edited.
 */
export function DateInput({ value, text, className, ...rest }: DateInputProps) {
  return (
    <span className={styles.field}>
      <TextInput {...rest} type="date" value={value} className={cx(styles.input, className)} />
      <span className={cx(styles.text, value === '' && styles.empty)} aria-hidden="true">
        {text}
      </span>
    </span>
  )
}

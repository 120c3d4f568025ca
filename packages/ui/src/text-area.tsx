import { type Ref, type TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { useFieldWiring } from './field.tsx'
import styles from './input.module.css'

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> | undefined }

/** Several lines; grows with its text where the browser can. */
export function TextArea({ className, id, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={4}
      dir="auto"
      placeholder=" "
      {...rest}
      {...useFieldWiring(id)}
      className={cx(styles.input, styles.area, className)}
    />
  )
}

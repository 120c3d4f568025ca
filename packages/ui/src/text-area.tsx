import { type Ref, type TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { useFieldAria } from './field.tsx'
import styles from './input.module.css'

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> | undefined }

/** Renders a multi-line input; grows with its text where the browser supports it. */
export function TextArea({ className, id, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={4}
      dir="auto"
      placeholder=" "
      {...rest}
      {...useFieldAria(id)}
      className={cx(styles.input, styles.area, className)}
    />
  )
}

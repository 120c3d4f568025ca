import { type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'
import { useFieldAria } from './field.tsx'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import styles from './input.module.css'

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  size?: 'medium' | 'large' | undefined
  icon?: IconName | undefined
  /** Inside the input at its end: a unit, or a small IconButton. */
  after?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** Renders a single-line input. Inside a Field it gets its label; the text keeps its own direction. */
export function TextInput({ size = 'medium', icon, after, className, id, ...rest }: TextInputProps) {
  const wiring = useFieldAria(id)
  const input = (
    <input
      type="text"
      dir="auto"
      placeholder=" "
      {...rest}
      {...wiring}
      className={cx(
        styles.input,
        size === 'large' && styles.large,
        icon && styles.hasBefore,
        after !== undefined && styles.hasAfter,
        className,
      )}
    />
  )
  if (icon === undefined && after === undefined) return input
  return (
    <span className={styles.wrap}>
      {icon && (
        <span className={styles.before}>
          <Icon name={icon} size={18} />
        </span>
      )}
      {input}
      {after !== undefined && <span className={styles.after}>{after}</span>}
    </span>
  )
}

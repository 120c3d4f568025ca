import { type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'
import { useFieldWiring } from './field.tsx'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import styles from './input.module.css'

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  size?: 'medium' | 'large' | undefined
  icon?: IconName | undefined
  /** Stands inside at the end: a unit, or a small IconButton. */
  after?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text. Inside a Field it finds its label; text keeps its own direction. */
export function TextInput({ size = 'medium', icon, after, className, id, ...rest }: TextInputProps) {
  const wiring = useFieldWiring(id)
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

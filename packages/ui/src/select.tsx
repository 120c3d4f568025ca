import { type Ref, type SelectHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { useFieldAria } from './field.tsx'
import { Icon } from './icon.tsx'
import styles from './input.module.css'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'size'> & {
  options: readonly SelectOption[]
  ref?: Ref<HTMLSelectElement> | undefined
}

/** Renders the platform's native select. */
export function Select({ options, className, id, ...rest }: SelectProps) {
  return (
    <span className={styles.wrap}>
      <select {...rest} {...useFieldAria(id)} className={cx(styles.input, styles.select, className)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles.arrow}>
        <Icon name="chevron-down" size={16} />
      </span>
    </span>
  )
}

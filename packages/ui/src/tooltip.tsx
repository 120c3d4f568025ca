import { cloneElement, type ReactElement, type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
import styles from './tooltip.module.css'

export type TooltipProps = {
  text: ReactNode
  side?: 'above' | 'below' | undefined
  align?: 'middle' | 'end' | undefined
  /** One element that can be described; give it tabIndex 0 if it is not focusable. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/**
 * Shows more about an element on hover and focus; Escape dismisses it. Never the only place for essential information.
 */
export function Tooltip({ text, side = 'above', align = 'middle', children }: TooltipProps) {
  const id = useId()
  const [dismissed, setDismissed] = useState(false)
  return (
    <span
      className={styles.wrap}
      data-dismissed={dismissed || undefined}
      onKeyDown={(event) => event.key === 'Escape' && setDismissed(true)}
      onPointerEnter={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span
        role="tooltip"
        id={id}
        className={cx(styles.bubble, side === 'below' && styles.below, align === 'end' && styles.end)}
      >
        {text}
      </span>
    </span>
  )
}

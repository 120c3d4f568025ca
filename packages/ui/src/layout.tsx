import { type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './layout.module.css'

/** Steps of the spacing scale; 4 is 16 px. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10

type Common = { gap?: Gap; className?: string | undefined; children?: ReactNode }

/** Things below each other. */
export function Stack({ gap = 4, className, children }: Common) {
  return <div className={cx(styles.stack, styles[`gap${gap}`], className)}>{children}</div>
}

export type LineProps = Common & {
  align?: 'center' | 'start' | 'baseline' | undefined
  justify?: 'start' | 'between' | 'end' | 'middle' | undefined
  wrap?: boolean | undefined
}

/** Things beside each other, in the direction of the text. */
export function Line({ gap = 2, align = 'center', justify = 'start', wrap = false, className, children }: LineProps) {
  return (
    <div
      className={cx(
        styles.line,
        styles[`gap${gap}`],
        align !== 'center' && styles[align],
        justify !== 'start' && styles[justify],
        wrap && styles.wrap,
        className,
      )}
    >
      {children}
    </div>
  )
}

/** As many columns as fit, none narrower than `least`. */
export function Grid({
  gap = 4,
  least = 'medium',
  stretch = false,
  className,
  children,
}: Common & { least?: 'narrow' | 'medium' | 'wide'; stretch?: boolean }) {
  return (
    <div className={cx(styles.grid, styles[least], styles[`gap${gap}`], stretch && styles.stretch, className)}>
      {children}
    </div>
  )
}

/** The main matter and what stands beside it; one column until there is room for both. */
export function Split({ gap = 6, className, children }: Common) {
  return <div className={cx(styles.split, styles[`gap${gap}`], className)}>{children}</div>
}

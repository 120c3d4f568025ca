import { type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './layout.module.css'

/** Steps of the spacing scale; 4 is 16 px. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10

type LayoutProps = { gap?: Gap; className?: string | undefined; children?: ReactNode }

/** Stacks children vertically. */
export function Stack({ gap = 4, className, children }: LayoutProps) {
  return <div className={cx(styles.stack, styles[`gap${gap}`], className)}>{children}</div>
}

export type InlineProps = LayoutProps & {
  align?: 'center' | 'start' | 'baseline' | undefined
  justify?: 'start' | 'between' | 'end' | 'middle' | undefined
  wrap?: boolean | undefined
}

/** Lays out children in a row, in text direction. */
export function Inline({
  gap = 2,
  align = 'center',
  justify = 'start',
  wrap = false,
  className,
  children,
}: InlineProps) {
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

/** Lays out as many columns as fit, none narrower than `minColumn`. */
export function Grid({
  gap = 4,
  minColumn = 'medium',
  stretch = false,
  className,
  children,
}: LayoutProps & { minColumn?: 'narrow' | 'medium' | 'wide'; stretch?: boolean }) {
  return (
    <div className={cx(styles.grid, styles[minColumn], styles[`gap${gap}`], stretch && styles.stretch, className)}>
      {children}
    </div>
  )
}

/** Lays out the main content and a sidebar; one column on narrow screens. */
export function Split({ gap = 6, className, children }: LayoutProps) {
  return <div className={cx(styles.split, styles[`gap${gap}`], className)}>{children}</div>
}

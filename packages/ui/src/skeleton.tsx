import { type CSSProperties } from 'react'
import { cx } from './cx.ts'
import styles from './skeleton.module.css'

export type SkeletonProps = {
  shape?: 'line' | 'title' | 'round' | 'block' | undefined
  /** Inline size and block size, any CSS length. */
  width?: string | undefined
  height?: string | undefined
}

/** Shows a placeholder for loading content. Wrap a page of them in an element with aria-busy and a label. */
export function Skeleton({ shape = 'line', width, height }: SkeletonProps) {
  const size: CSSProperties = {}
  if (width !== undefined) size.inlineSize = width
  if (height !== undefined) size.blockSize = height
  return <span className={cx(styles.skeleton, styles[shape])} style={size} aria-hidden="true" />
}

/** Shows placeholder rows with the height of the real rows. */
export function SkeletonRows({ count = 3, label }: { count?: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton shape="round" width="28px" height="28px" />
          <div className={styles.text}>
            <Skeleton width={`${46 - ((index * 13) % 20)}%`} />
            <Skeleton width={`${30 - ((index * 7) % 12)}%`} height="0.75rem" />
          </div>
          <Skeleton width="64px" />
        </div>
      ))}
    </div>
  )
}

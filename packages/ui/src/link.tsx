import { Anchor, type AnchorProps } from './anchor.tsx'
import { cx } from './cx.ts'
import styles from './link.module.css'

export type LinkProps = AnchorProps & {
  /** plain stands alone; inline stands within a sentence and is underlined; quiet belongs to footers and crumbs. */
  kind?: 'plain' | 'inline' | 'quiet' | undefined
}

export function Link({ kind = 'plain', className, ...rest }: LinkProps) {
  return <Anchor {...rest} className={cx(styles.link, kind !== 'plain' && styles[kind], className)} />
}

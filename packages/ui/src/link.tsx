import { Anchor, type AnchorProps } from './anchor.tsx'
import { cx } from './cx.ts'
import styles from './link.module.css'

export type LinkProps = AnchorProps & {
  /** plain for standalone links; inline for links in a sentence, underlined; quiet for footers and breadcrumbs. */
  kind?: 'plain' | 'inline' | 'quiet' | undefined
}

export function Link({ kind = 'plain', className, ...rest }: LinkProps) {
  return <Anchor {...rest} className={cx(styles.link, kind !== 'plain' && styles[kind], className)} />
}

import { Anchor } from '@veranda/ui/anchor.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { type ReactNode } from 'react'
import { useFormat, type WireMoney } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import styles from './amount.module.css'

export type AmountProps = {
  money: WireMoney
  /** Where it stands, below the figure: "Protected funds". */
  place?: ReactNode
  size?: 'medium' | 'large' | undefined
  /** The page of the postings behind it. */
  href?: string | undefined
}

/** Money with its currency; with an address it opens the entries it is made of. */
export function Amount({ money, place, size = 'medium', href }: AmountProps) {
  const t = useWords('common')
  const text = useFormat().money(money)
  const className = cx(styles.amount, size === 'large' && styles.large)
  return (
    <>
      {href === undefined ? (
        <bdi className={className}>{text}</bdi>
      ) : (
        <Anchor className={className} href={href} title={t('money.postings', { amount: text })}>
          <bdi>{text}</bdi>
        </Anchor>
      )}
      {place !== undefined && <span className={styles.place}>{place}</span>}
    </>
  )
}

import { Anchor } from '@veranda/ui/anchor.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { type ReactNode } from 'react'
import { useFormat, type MoneyAmount } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './amount.module.css'

export type AmountProps = {
  money: MoneyAmount
  /** Text below the figure, such as "Protected funds". */
  caption?: ReactNode
  size?: 'medium' | 'large' | undefined
  /** Link to the ledger entries behind it. */
  href?: string | undefined
}

/** Shows money with its currency; with a link it opens the entries that it is made of. */
export function Amount({ money, caption, size = 'medium', href }: AmountProps) {
  const t = useTranslations('common')
  const text = useFormat().money(money)
  const className = cx(styles.amount, size === 'large' && styles.large)
  return (
    <>
      {href === undefined ? (
        <bdi className={className}>{text}</bdi>
      ) : (
        <Anchor className={className} href={href} title={t('money.entries', { amount: text })}>
          <bdi>{text}</bdi>
        </Anchor>
      )}
      {caption !== undefined && <span className={styles.place}>{caption}</span>}
    </>
  )
}

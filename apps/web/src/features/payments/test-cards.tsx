import { listMethods } from '@veranda/contract/payments/routes.ts'
import { cardBehaviours, secondFactorCode, testCards } from '@veranda/core/payments/test-cards.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import styles from './payments.module.css'

/** The cards of the sandbox and what each of them does; not there where real money moves. */
export function TestCards() {
  const t = useWords('payments')
  const methods = useRead(listMethods)
  if (!methods.data?.sandbox) return null
  return (
    <Card title={t('cards.title')} aside={<Chip tone="accent">{t('cards.sandbox')}</Chip>} padded>
      <p className={styles.quiet}>{t('cards.text', { code: secondFactorCode })}</p>
      <dl className={styles.cards}>
        {methods.data.items.map((method) => {
          const behaviour = cardBehaviours.find((known) => known === method.behaviour)
          const number = testCards.find(({ token }) => token === method.token)?.number
          return (
            <div key={method.token} className={styles.cardRow}>
              <dt className={styles.cardName}>{t('card.name', { brand: method.brand, last4: method.last4 })}</dt>
              <dd className={styles.quiet}>{number?.replace(/(\d{4})(?=\d)/g, '$1 ')}</dd>
              {behaviour && <dd className={styles.does}>{t(`card.${behaviour}`)}</dd>}
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

import { listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { cardBehaviours, sandboxCardCode, sandboxCards } from '@veranda/core/payments/charges/sandbox-cards.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './sandbox-cards.module.css'

/** Lists the sandbox cards and what each of them does; hidden where real money moves. */
export function SandboxCards() {
  const t = useTranslations('payments')
  const methods = useRead(listPaymentMethods)
  const [open, setOpen] = useState(false)
  if (!methods.data?.sandbox) return null
  return (
    <Card title={t('cards.title')} aside={<Chip tone="accent">{t('cards.sandbox')}</Chip>} padded>
      <Stack gap={4}>
        <p className={styles.quiet}>{t('cards.text', { code: sandboxCardCode })}</p>
        <Inline>
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'cards.hide' : 'cards.show')}
          </Button>
        </Inline>
        {open && (
          <dl className={styles.cards}>
            {methods.data.items.map((method) => {
              const behaviour = cardBehaviours.find((known) => known === method.behaviour)
              const number = sandboxCards.find(({ token }) => token === method.token)?.number
              return (
                <div key={method.token} className={styles.cardRow}>
                  <dt className={styles.cardName}>{t('card.name', { brand: method.brand, last4: method.last4 })}</dt>
                  <dd className={styles.quiet}>{number?.replace(/(\d{4})(?=\d)/g, '$1 ')}</dd>
                  {behaviour && <dd className={styles.does}>{t(`card.${behaviour}`)}</dd>}
                </div>
              )
            })}
          </dl>
        )}
      </Stack>
    </Card>
  )
}

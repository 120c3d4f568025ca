import { listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { type PaymentMethods } from '@veranda/contract/payments/schemas.ts'
import { type CardBehaviour, cardBehaviours } from '@veranda/core/payments/charges/sandbox-cards.ts'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../page/query-boundary.tsx'

type PaymentMethodPickerProps = { value: string | undefined; onChange: (token: string) => void }

/** Lets the user choose a payment method; in the sandbox these are the test cards, each with what it does. */
export function PaymentMethodPicker({ value, onChange }: PaymentMethodPickerProps) {
  const t = useTranslations('payments')
  const methods = useRead(listPaymentMethods)
  const hintOf = (behaviour: string | null) => {
    const known = behaviourOf(behaviour)
    return known ? t(`card.${known}`) : undefined
  }
  return (
    <QueryBoundary query={methods} skeleton={<SkeletonRows count={3} label={t('pay.methods.loading')} />}>
      {({ items, sandbox }: PaymentMethods) => (
        <RadioGroup
          look="cards"
          label={sandbox ? t('pay.methods.sandbox') : t('pay.methods')}
          value={value}
          onChange={onChange}
          options={items.map((method) => ({
            value: method.token,
            label: t('card.name', { brand: method.brand, last4: method.last4 }),
            hint: hintOf(method.behaviour),
          }))}
        />
      )}
    </QueryBoundary>
  )
}

function behaviourOf(behaviour: string | null): CardBehaviour | undefined {
  return cardBehaviours.find((known) => known === behaviour)
}

import { listMethods } from '@veranda/contract/payments/routes.ts'
import { type Methods } from '@veranda/contract/payments/schemas.ts'
import { type CardBehaviour, cardBehaviours } from '@veranda/core/payments/test-cards.ts'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Reading } from './reading.tsx'

type MethodPickProps = { value: string | undefined; onChange: (token: string) => void }

/** The ways to pay; in the sandbox the test cards, each saying what it will do. */
export function MethodPick({ value, onChange }: MethodPickProps) {
  const t = useWords('payments')
  const methods = useRead(listMethods)
  const hintOf = (behaviour: string | null) => {
    const known = behaviourOf(behaviour)
    return known ? t(`card.${known}`) : undefined
  }
  return (
    <Reading of={methods} shape={<SkeletonRows count={3} label={t('pay.methods.loading')} />}>
      {({ items, sandbox }: Methods) => (
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
    </Reading>
  )
}

function behaviourOf(behaviour: string | null): CardBehaviour | undefined {
  return cardBehaviours.find((known) => known === behaviour)
}

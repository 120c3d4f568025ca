import { addService, readProfile } from '@veranda/contract/talent/routes.ts'
import { type Currency, currencies, isCurrency } from '@veranda/core/money/money.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { readAmountText } from '../../parts/amount-text.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import styles from './profile.module.css'
import { usualCurrency } from './search-filters.ts'

type Props = { currency: string | undefined; onDone: () => void; onCancel: () => void }
type Faults = { title?: string; price?: string; days?: string }

// The table's own keys, which Object.keys only knows as strings.
const codes = Object.keys(currencies) as Currency[]
/** The least price that the server takes, in minor units. */
const leastPrice = 100

/** A new service with its price. */
export function ServiceForm({ currency: usual, onDone, onCancel }: Props) {
  const t = useWords('talent')
  const c = useWords('common')
  const format = useFormat()
  const language = useLanguage()
  const [currency, setCurrency] = useState<Currency>(usual && isCurrency(usual) ? usual : usualCurrency)
  const [unit, setUnit] = useState<'project' | 'hour'>('project')
  const [text, setText] = useState({ title: '', description: '', price: '', days: '' })
  const [faults, setFaults] = useState<Faults>({})
  const add = useCommand(addService, { touches: [readProfile] })
  const write = (part: Partial<typeof text>) => setText({ ...text, ...part })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const price = readAmountText(text.price, currency, language)
    const days = text.days.trim() === '' ? null : Number(text.days)
    const least = format.money({ amount: leastPrice, currency })
    const found: Faults = {}
    if (text.title.trim() === '') found.title = t('edit.service.title.missing')
    if (!price.ok || price.amount < leastPrice) found.price = t('edit.service.price.wrong', { least })
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
      found.days = t('edit.service.days.wrong')
    }
    setFaults(found)
    if (Object.keys(found).length > 0 || !price.ok) return
    const outcome = await add.run({
      body: {
        title: text.title.trim(),
        description: text.description.trim(),
        price: { amount: price.amount, currency },
        unit,
        deliveryDays: days,
      },
    })
    if (!outcome.ok) return
    snackbars.add({ title: t('edit.service.added'), tone: 'success' })
    onDone()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <ProblemBanner problem={add.problem} />
        <Field label={t('edit.service.title')} hint={t('edit.service.title.hint')} error={faults.title}>
          <TextInput
            autoFocus
            maxLength={120}
            value={text.title}
            onChange={(event) => write({ title: event.target.value })}
          />
        </Field>
        <Field label={t('edit.service.description')} optional>
          <TextArea
            rows={3}
            maxLength={2000}
            value={text.description}
            onChange={(event) => write({ description: event.target.value })}
          />
        </Field>
        <div className={styles.pair}>
          <Field label={t('edit.service.price')} error={faults.price}>
            <TextInput
              inputMode="decimal"
              value={text.price}
              onChange={(event) => write({ price: event.target.value })}
            />
          </Field>
          <Field label={t('edit.service.currency')}>
            <Select
              value={currency}
              onChange={(event) => isCurrency(event.target.value) && setCurrency(event.target.value)}
              options={codes.map((code) => ({ value: code, label: code }))}
            />
          </Field>
          <Field label={t('edit.service.days')} optional error={faults.days}>
            <TextInput
              inputMode="numeric"
              value={text.days}
              onChange={(event) => write({ days: event.target.value })}
            />
          </Field>
        </div>
        <RadioGroup
          label={t('edit.service.unit')}
          look="row"
          value={unit}
          onChange={setUnit}
          options={(['project', 'hour'] as const).map((value) => ({ value, label: t(`service.unit.${value}`) }))}
        />
        <Line>
          <Button type="submit" icon="plus" busy={add.busy}>
            {t('edit.service.add')}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {c('cancel')}
          </Button>
        </Line>
      </Stack>
    </form>
  )
}

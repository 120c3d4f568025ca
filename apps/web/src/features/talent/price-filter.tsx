import { type Currency, currencies, isCurrency } from '@veranda/core/money/money.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { amountText, readAmountText } from '../../parts/amount-text.ts'
import styles from './filters.module.css'
import { type SearchFilters, usualCurrency } from './search-filters.ts'

type Side = 'from' | 'to'
type Props = {
  filters: SearchFilters
  onChange: (change: Pick<SearchFilters, 'priceFrom' | 'priceTo' | 'currency'>) => void
}

// The table's own keys, which Object.keys only knows as strings.
const known = Object.keys(currencies) as Currency[]

/** From and to, in one currency; applied together. Give it the filters' address as its key. */
export function PriceFilter({ filters, onChange }: Props) {
  const t = useWords('talent')
  const language = useLanguage()
  const [currency, setCurrency] = useState<Currency>(filters.currency ?? usualCurrency)
  const shown = (amount: number | undefined) => (amount === undefined ? '' : amountText(amount, currency, language))
  const [text, setText] = useState({ from: shown(filters.priceFrom), to: shown(filters.priceTo) })
  const [wrong, setWrong] = useState<Partial<Record<Side, string>>>({})

  function read(side: Side): number | undefined | 'wrong' {
    const read = readAmountText(text[side], currency, language)
    if (read.ok) return read.amount
    return read.fault === 'missing' ? undefined : 'wrong'
  }

  function apply(event: SubmitEvent) {
    event.preventDefault()
    const [priceFrom, priceTo] = [read('from'), read('to')]
    const faults: Partial<Record<Side, string>> = {}
    if (priceFrom === 'wrong') faults.from = t('filter.amount.wrong')
    if (priceTo === 'wrong') faults.to = t('filter.amount.wrong')
    setWrong(faults)
    if (priceFrom === 'wrong' || priceTo === 'wrong') return
    if (priceFrom !== undefined && priceTo !== undefined && priceTo < priceFrom) {
      return setWrong({ to: t('filter.price.reversed') })
    }
    return onChange({ priceFrom, priceTo, currency })
  }

  return (
    <form onSubmit={apply} className={styles.price}>
      <Field label={t('filter.currency')}>
        <Select
          value={currency}
          onChange={(event) => isCurrency(event.target.value) && setCurrency(event.target.value)}
          options={known.map((code) => ({ value: code, label: code }))}
        />
      </Field>
      <div className={styles.pair}>
        {(['from', 'to'] as const).map((side) => (
          <Field key={side} label={t(`filter.${side}`)} error={wrong[side]}>
            <TextInput
              inputMode="decimal"
              value={text[side]}
              onChange={(event) => setText({ ...text, [side]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <Button type="submit" size="small">
        {t('filter.apply')}
      </Button>
    </form>
  )
}

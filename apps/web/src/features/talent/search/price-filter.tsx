import { type Currency, currencies, isCurrency } from '@veranda/core/money/money.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { formatAmountText, parseAmountText } from '../../../components/money/amount-text.ts'
import styles from './filter-panel.module.css'
import { type SearchFilters, defaultCurrency } from './search-filters.ts'

type Side = 'from' | 'to'
type Props = {
  filters: SearchFilters
  onChange: (change: Pick<SearchFilters, 'priceFrom' | 'priceTo' | 'currency'>) => void
}

// The table's own keys, which Object.keys types as strings.
const currencyCodes = Object.keys(currencies) as Currency[]

/** Filters by a price range in one currency; both ends are applied together. Use the filters' address as its key. */
export function PriceFilter({ filters, onChange }: Props) {
  const t = useTranslations('talent')
  const language = useLanguage()
  const [currency, setCurrency] = useState<Currency>(filters.currency ?? defaultCurrency)
  const shown = (amount: number | undefined) =>
    amount === undefined ? '' : formatAmountText(amount, currency, language)
  const [text, setText] = useState({ from: shown(filters.priceFrom), to: shown(filters.priceTo) })
  const [wrong, setWrong] = useState<Partial<Record<Side, string>>>({})

  function read(side: Side): number | undefined | 'wrong' {
    const read = parseAmountText(text[side], currency, language)
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
          options={currencyCodes.map((code) => ({ value: code, label: code }))}
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

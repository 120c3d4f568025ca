import { currencies, isCurrency, type Currency } from '@veranda/core/money/money.ts'
import { Select } from '@veranda/ui/select.tsx'
import { useFormat } from '../../lib/i18n/format.ts'

/** Renders a select of currencies with their localised names. */
export function CurrencySelect({ value, onChange }: { value: Currency; onChange: (currency: Currency) => void }) {
  const names = new Intl.DisplayNames(useFormat().locale, { type: 'currency' })
  return (
    <Select
      value={value}
      onChange={(event) => isCurrency(event.target.value) && onChange(event.target.value)}
      options={Object.keys(currencies).map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))}
    />
  )
}

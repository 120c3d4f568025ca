import { isCurrency } from '@veranda/core/money/money.ts'
import { TextInput, type TextInputProps } from '@veranda/ui/text-input.tsx'
import { useLanguage } from '../lib/language.ts'
import styles from './amount-input.module.css'
import { amountText, readAmountText } from './amount-text.ts'

export type AmountInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'after' | 'inputMode'> & {
  /** What was typed, as it was typed; `readAmountText` makes an amount of it. */
  value: string
  onChange: (text: string) => void
  currency: string
}

/** An amount of money as text, with its currency beside it; leaving it brings it to the currency's decimals. */
export function AmountInput({ value, onChange, currency, onBlur, ...rest }: AmountInputProps) {
  const language = useLanguage()
  return (
    <TextInput
      {...rest}
      className={styles.amount}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => {
        onBlur?.(event)
        if (!isCurrency(currency)) return
        const read = readAmountText(value, currency, language)
        const tidy = read.ok ? amountText(read.amount, currency, language) : value
        if (tidy !== value) onChange(tidy)
      }}
      after={<span className={styles.currency}>{currency}</span>}
    />
  )
}

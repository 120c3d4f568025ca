import { isCurrency } from '@veranda/core/money/money.ts'
import { TextInput, type TextInputProps } from '@veranda/ui/text-input.tsx'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../../lib/i18n/language.ts'
import styles from './amount-input.module.css'
import { formatAmountText, parseAmountText } from './amount-text.ts'

export type AmountInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'after' | 'inputMode'> & {
  /** The text as typed; `parseAmountText` turns it into an amount. */
  value: string
  onChange: (text: string) => void
  currency: string
}

/**
 * Edits an amount of money as text, with its currency at the end; on blur it is formatted with the currency's decimals.
 */
export function AmountInput({ value, onChange, currency, onBlur, ...rest }: AmountInputProps) {
  const language = useLanguage()
  const typedIn = useRef(language)
  useEffect(() => {
    const former = typedIn.current
    typedIn.current = language
    if (former === language || !isCurrency(currency)) return
    // Another language may read the same figures as another amount, but not those without a separator: they stay as
    // they are being typed.
    const typed = parseAmountText(value, currency, former)
    if (typed.ok && /[.,]/.test(value)) onChange(formatAmountText(typed.amount, currency, language))
  }, [language, value, currency, onChange])
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
        const parsed = parseAmountText(value, currency, language)
        const tidy = parsed.ok ? formatAmountText(parsed.amount, currency, language) : value
        if (tidy !== value) onChange(tidy)
      }}
      after={<span className={styles.currency}>{currency}</span>}
    />
  )
}

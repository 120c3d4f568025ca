import { isCurrency } from '@veranda/core/money/money.ts'
import { Field } from '@veranda/ui/field.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { AmountInput } from '../money/amount-input.tsx'
import { parseAmountText } from '../money/amount-text.ts'
import { areShares, type DisputedSums, DisputeSums } from './dispute-sums.tsx'
import styles from './disputes.module.css'

/** Two shares as typed. */
export type SharesText = { readonly release: string; readonly refund: string }

/** Returns an amount as typed in minor units, where nothing means zero; undefined when it is not one. */
export function amountOf(text: string, currency: string, language: string): number | undefined {
  if (text.trim() === '') return 0
  if (!isCurrency(currency)) return undefined
  const parsed = parseAmountText(text, currency, language)
  return parsed.ok ? parsed.amount : undefined
}

/** Returns the shares that were typed; undefined unless both are parts of the disputed sum. */
export function sharesOf(
  { release, refund }: SharesText,
  { amount: { amount: max, currency } }: Pick<DisputedSums, 'amount'>,
  language: string,
): { release: number; refund: number } | undefined {
  const toCreator = amountOf(release, currency, language)
  const toClient = amountOf(refund, currency, language)
  if (toCreator === undefined || toClient === undefined) return undefined
  const shares = { release: toCreator, refund: toClient }
  return areShares(shares, max) ? shares : undefined
}

type SharesFieldsProps = {
  of: DisputedSums
  value: SharesText
  shares: { release: number; refund: number } | undefined
  error: string | undefined
  onChange: (value: SharesText) => void
}

/** Asks how much of the disputed sum goes to each side, and shows what that is with fees. */
export function SharesFields({ of, value, shares, error, onChange }: SharesFieldsProps) {
  const t = useTranslations('commissions/disputes')
  const format = useFormat()
  const { currency } = of.amount
  return (
    <>
      <p className={styles.quiet}>{t('shares.of', { sum: format.money(of.amount) })}</p>
      <div className={styles.amounts}>
        <Field label={t('shares.release', { name: of.creator.name })} error={error}>
          <AmountInput
            value={value.release}
            onChange={(release) => onChange({ ...value, release })}
            currency={currency}
          />
        </Field>
        <Field label={t('shares.refund', { name: of.client.name })}>
          <AmountInput value={value.refund} onChange={(refund) => onChange({ ...value, refund })} currency={currency} />
        </Field>
      </div>
      {shares && shares.release + shares.refund > 0 && <DisputeSums of={of} shares={shares} />}
    </>
  )
}

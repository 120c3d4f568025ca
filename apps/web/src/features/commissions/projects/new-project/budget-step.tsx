import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { AmountInput } from '../../../../components/money/amount-input.tsx'
import { CurrencySelect } from '../../currency-select.tsx'
import { type StepProps } from './brief-form.ts'
import styles from './new-project.module.css'

export function BudgetStep({ form, onChange, errorOf }: StepProps) {
  const t = useTranslations('commissions')
  return (
    <Stack gap={5}>
      <RadioGroup
        look="cards"
        label={t('new.budget.ask')}
        value={form.hasBudget ? 'range' : 'none'}
        onChange={(choice) => onChange({ hasBudget: choice === 'range' })}
        options={[
          { value: 'none', label: t('new.budget.none'), hint: t('new.budget.none.hint') },
          // Last, so that its fields follow it.
          { value: 'range', label: t('new.budget.range'), hint: t('new.budget.range.hint') },
        ]}
      />
      {form.hasBudget && (
        <div className={styles.pair}>
          <Field label={t('new.budget.from')} error={errorOf('budget.from')}>
            <AmountInput value={form.from} currency={form.currency} onChange={(from) => onChange({ from })} />
          </Field>
          <Field label={t('new.budget.to')} error={errorOf('budget.to')}>
            <AmountInput value={form.to} currency={form.currency} onChange={(to) => onChange({ to })} />
          </Field>
          <Field label={t('new.budget.currency')} error={errorOf('budget.currency')}>
            <CurrencySelect value={form.currency} onChange={(currency) => onChange({ currency })} />
          </Field>
        </div>
      )}
    </Stack>
  )
}

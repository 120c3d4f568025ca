import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { addHourlyService, changeHourlyService, listHourlyServices } from '@veranda/contract/bookings/routes.ts'
import { type HourlyService } from '@veranda/contract/bookings/services/schemas.ts'
import { currencies, type Currency, isCurrency } from '@veranda/core/money/money.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { usePaymentsOff } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { parseAmountText } from '../../../components/money/amount-text.ts'
import { useFees } from '../../../components/money/use-fees.ts'
import { showOutcome } from '../../../components/page/show-outcome.ts'
import { snackbars } from '../../../components/toasts.ts'
import { PaymentsOffBanner } from '../../../components/payment/payments-off.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { CancellationPolicy } from './cancellation-policy.tsx'
import styles from '../availability/schedule.module.css'
import {
  toFields,
  minPriceMinorUnits,
  limitOf,
  defaultNoticeHours,
  policyPresets,
  policyPresetOf,
  policyPresetNames,
  parseHourlyService,
  type HourlyServiceField,
  type HourlyServiceFields,
} from './hourly-service-form.ts'

/** Returns the id under which an hourly service is on the page. */
export function hourlyServiceRowId(serviceId: string): string {
  return `hourly-service-${serviceId}`
}

// The table's own keys, which Object.keys types as strings.
const currencyCodes = Object.keys(currencies) as Currency[]
/** The numbers among the further options. */
const numberFields = [
  'incrementMinutes',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'noticeHours',
  'horizonDays',
  'maxPerDay',
  'maxPerWeek',
] as const

const furtherFields: ReadonlySet<HourlyServiceField> = new Set(numberFields)

/** Edits an hourly service: title, length and price, and on request how it is booked. */
export function HourlyServiceEditor({ service, onDone }: { service: HourlyService | undefined; onDone: () => void }) {
  const t = useTranslations('bookings')
  const c = useTranslations('common')
  const format = useFormat()
  const language = useLanguage()
  const fees = useFees()
  const [fields, setFields] = useState<HourlyServiceFields>(() => toFields(service, language))
  /** The notice of a new service follows its price until the user sets it. */
  const [noticeSet, setNoticeSet] = useState(service !== undefined)
  /** Shows the options that most services leave as they are. */
  const [more, setMore] = useState(false)
  const [invalidFields, setInvalidFields] = useState<readonly HourlyServiceField[]>([])
  const add = useCommand(addHourlyService, { invalidates: [listHourlyServices, readAccount] })
  const change = useCommand(changeHourlyService, { invalidates: [listHourlyServices] })
  const write = (part: Partial<HourlyServiceFields>) => setFields({ ...fields, ...part })
  // A price from before payments were switched off can still be taken away.
  const prices = usePaymentsOff() && !fields.paid ? (['free'] as const) : (['free', 'paid'] as const)
  const problem = add.problem ?? change.problem
  const price = parseAmountText(fields.price, fields.currency, language)
  const policy = policyPresetOf(fields.policy)
  const numbers = {
    fields,
    invalidFields,
    onChange(field: NumberFieldName, value: string) {
      write({ [field]: value })
      if (field === 'noticeHours') setNoticeSet(true)
    },
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const read = parseHourlyService(fields, language)
    setInvalidFields(read.ok ? [] : read.invalidFields)
    if (!read.ok) {
      if (read.invalidFields.some((field) => furtherFields.has(field))) setMore(true)
      return
    }
    const outcome = service
      ? await change.run({ params: { id: service.id }, body: read.body })
      : await add.run({ body: read.body })
    if (!outcome.ok) return
    snackbars.add({ title: t('service.saved'), tone: 'success' })
    onDone()
    showOutcome(hourlyServiceRowId(outcome.reply.id))
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={5}>
        <Field
          label={t('service.title')}
          error={invalidFields.includes('title') ? t('service.title.missing') : undefined}
        >
          <TextInput
            autoFocus
            maxLength={120}
            value={fields.title}
            onChange={(event) => write({ title: event.target.value })}
          />
        </Field>
        <NumberField field="minutes" {...numbers} />
        <PaymentsOffBanner />
        <RadioGroup
          label={t('service.price')}
          look="row"
          value={fields.paid ? 'paid' : 'free'}
          onChange={(value) => {
            const paid = value === 'paid'
            write({ paid, ...(noticeSet ? {} : { noticeHours: defaultNoticeHours(paid) }) })
          }}
          options={prices.map((value) => ({ value, label: t(`service.price.${value}`) }))}
        />
        {fields.paid && (
          <div className={styles.fields}>
            <Field
              label={t('service.amount')}
              error={
                invalidFields.includes('price')
                  ? t('service.amount.wrong', {
                      min: format.money({ amount: minPriceMinorUnits, currency: fields.currency }),
                    })
                  : undefined
              }
            >
              <TextInput
                inputMode="decimal"
                dir="ltr"
                value={fields.price}
                onChange={(event) => write({ price: event.target.value })}
              />
            </Field>
            <Field label={t('service.currency')}>
              <Select
                value={fields.currency}
                onChange={(event) => isCurrency(event.target.value) && write({ currency: event.target.value })}
                options={currencyCodes.map((code) => ({ value: code, label: code }))}
              />
            </Field>
            <p className={styles.wide}>
              {price.ok
                ? t('service.amount.earned', fees.of({ amount: price.amount, currency: fields.currency }))
                : t('service.amount.fees', fees.rates)}
            </p>
          </div>
        )}
        <div>
          <Button kind="quiet" aria-expanded={more} onClick={() => setMore(!more)}>
            {t(more ? 'service.less' : 'service.more')}
          </Button>
        </div>
        {more && (
          <>
            <Field label={t('service.description')} optional>
              <TextArea
                rows={3}
                maxLength={2000}
                value={fields.description}
                onChange={(event) => write({ description: event.target.value })}
              />
            </Field>
            <div className={styles.numbers}>
              {numberFields.map((field) => (
                <NumberField key={field} field={field} {...numbers} />
              ))}
            </div>
            <RadioGroup
              label={t('service.confirmation')}
              value={fields.confirmation}
              onChange={(confirmation) => write({ confirmation })}
              options={(['instant', 'manual'] as const).map((value) => ({
                value,
                label: t(`service.confirmation.${value}`),
                hint: t(`service.confirmation.${value}.hint`),
              }))}
            />
            <Stack gap={3}>
              <Field label={t('policy.title')}>
                <Select
                  value={policy ?? 'own'}
                  onChange={(event) => {
                    const name = policyPresetNames.find((one) => one === event.target.value)
                    if (name) write({ policy: [...policyPresets[name]] })
                  }}
                  options={[
                    ...policyPresetNames.map((name) => ({ value: name, label: t(`service.policy.${name}`) })),
                    ...(policy ? [] : [{ value: 'own', label: t('service.policy.own') }]),
                  ]}
                />
              </Field>
              <div className={styles.quiet}>
                <CancellationPolicy policy={fields.policy} />
              </div>
            </Stack>
          </>
        )}
        <ProblemBanner problem={problem} />
        <Inline>
          <Button type="submit" kind="filled" busy={add.busy || change.busy}>
            {t(service ? 'service.save' : 'service.add')}
          </Button>
          <Button kind="quiet" onClick={onDone}>
            {c('cancel')}
          </Button>
        </Inline>
      </Stack>
    </form>
  )
}

type NumberFieldName = 'minutes' | (typeof numberFields)[number]
type NumberFieldProps = {
  field: NumberFieldName
  fields: HourlyServiceFields
  invalidFields: readonly HourlyServiceField[]
  onChange: (field: NumberFieldName, value: string) => void
}

function NumberField({ field, fields, invalidFields, onChange }: NumberFieldProps) {
  const t = useTranslations('bookings')
  return (
    <Field
      label={t(`service.${field}`)}
      hint={t(`service.${field}.hint`)}
      error={invalidFields.includes(field) ? t('service.number.wrong', limitOf(field)) : undefined}
    >
      <TextInput
        inputMode="decimal"
        dir="ltr"
        value={fields[field]}
        onChange={(event) => onChange(field, event.target.value)}
      />
    </Field>
  )
}

import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { addPackageService, changePackageService, readProfile } from '@veranda/contract/talent/routes.ts'
import { type PackageService } from '@veranda/contract/talent/schemas.ts'
import { offerLimits } from '@veranda/core/commissions/offers/offer-content.ts'
import { type Currency, currencies, isCurrency } from '@veranda/core/money/money.ts'
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
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { formatAmountText, parseAmountText } from '../../../components/money/amount-text.ts'
import { useFees } from '../../../components/money/use-fees.ts'
import { showOutcome } from '../../../components/page/show-outcome.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import styles from '../profile/profile.module.css'
import { defaultCurrency } from '../search/search-filters.ts'

/** Returns the id under which the row of a package service is on the page. */
export function packageServiceRowId(serviceId: string): string {
  return `package-service-${serviceId}`
}

type Props = {
  /** The service that is changed; without it a new one is added. */
  service?: PackageService
  currency: string | undefined
  onDone: () => void
}
type FormErrors = { title?: string; price?: string; days?: string }

// The table's own keys, which Object.keys types as strings.
const currencyCodes = Object.keys(currencies) as Currency[]
/** The lowest price that the server accepts, in minor units. */
const minPriceMinorUnits = 100
/** A new package begins with as many, as an offer does. */
const usualReviewRounds = 2
const roundCounts = Array.from({ length: offerLimits.reviewRounds + 1 }, (_, rounds) => rounds)

/** Edits a package service: title, length and price, and on request the rest. */
export function PackageServiceForm({ service, currency: usual, onDone }: Props) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const format = useFormat()
  const language = useLanguage()
  const fees = useFees()
  const [currency, setCurrency] = useState<Currency>(usual && isCurrency(usual) ? usual : defaultCurrency)
  const [unit, setUnit] = useState<PackageService['unit']>(service?.unit ?? 'project')
  const [text, setText] = useState({
    title: service?.title ?? '',
    description: service?.description ?? '',
    price: service ? formatAmountText(service.price.amount, currency, language) : '',
    days: service?.deliveryDays ? String(service.deliveryDays) : '',
    rounds: String(service ? (service.reviewRounds ?? '') : usualReviewRounds),
  })
  /** Shows the fields that most services leave as they are. */
  const [more, setMore] = useState(service !== undefined && (service.description !== '' || service.unit === 'hour'))
  const [errors, setErrors] = useState<FormErrors>({})
  const add = useCommand(addPackageService, { invalidates: [readProfile, readAccount] })
  const change = useCommand(changePackageService, { invalidates: [readProfile] })
  const problem = add.problem ?? change.problem
  const typedPrice = parseAmountText(text.price, currency, language)
  const write = (part: Partial<typeof text>) => setText({ ...text, ...part })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const price = parseAmountText(text.price, currency, language)
    const days = text.days.trim() === '' ? null : Number(text.days)
    const minPrice = format.money({ amount: minPriceMinorUnits, currency })
    const found: FormErrors = {}
    if (text.title.trim() === '') found.title = t('edit.service.title.missing')
    if (!price.ok || price.amount < minPriceMinorUnits) found.price = t('edit.service.price.wrong', { min: minPrice })
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
      found.days = t('edit.service.days.wrong')
    }
    setErrors(found)
    if (Object.keys(found).length > 0 || !price.ok) return
    const body = {
      title: text.title.trim(),
      description: text.description.trim(),
      price: { amount: price.amount, currency },
      unit,
      deliveryDays: days,
      reviewRounds: text.rounds === '' ? null : Number(text.rounds),
    }
    const outcome = service ? await change.run({ params: { id: service.id }, body }) : await add.run({ body })
    if (!outcome.ok) return
    snackbars.add({ title: t(service ? 'edit.service.saved' : 'edit.service.added'), tone: 'success' })
    onDone()
    // A new service is the last one.
    const saved = service ?? outcome.reply.services.at(-1)
    if (saved) showOutcome(packageServiceRowId(saved.id))
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <ProblemBanner problem={problem} />
        <Field label={t('edit.service.title')} hint={t('edit.service.title.hint')} error={errors.title}>
          <TextInput
            autoFocus
            maxLength={120}
            value={text.title}
            onChange={(event) => write({ title: event.target.value })}
          />
        </Field>
        <div className={styles.pair}>
          <Field label={t('edit.service.days')} optional error={errors.days}>
            <TextInput
              inputMode="numeric"
              value={text.days}
              onChange={(event) => write({ days: event.target.value })}
            />
          </Field>
          <Field label={t('edit.service.rounds')}>
            <Select
              value={text.rounds}
              onChange={(event) => write({ rounds: event.target.value })}
              options={[
                ...roundCounts.map((count) => ({
                  value: String(count),
                  label: t('edit.service.rounds.value', { count }),
                })),
                { value: '', label: t('edit.service.rounds.open') },
              ]}
            />
          </Field>
          <Field label={t('edit.service.price')} error={errors.price}>
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
              options={currencyCodes.map((code) => ({ value: code, label: code }))}
            />
          </Field>
        </div>
        <p className={styles.note}>
          {typedPrice.ok
            ? t('edit.service.earned', fees.of({ amount: typedPrice.amount, currency }))
            : t('edit.service.fees', fees.rates)}
        </p>
        <div>
          <Button kind="quiet" aria-expanded={more} onClick={() => setMore(!more)}>
            {t(more ? 'edit.service.less' : 'edit.service.more')}
          </Button>
        </div>
        {more && (
          <>
            <Field label={t('edit.service.description')} optional>
              <TextArea
                rows={3}
                maxLength={2000}
                value={text.description}
                onChange={(event) => write({ description: event.target.value })}
              />
            </Field>
            <RadioGroup
              label={t('edit.service.unit')}
              look="row"
              value={unit}
              onChange={setUnit}
              options={(['project', 'hour'] as const).map((value) => ({ value, label: t(`service.unit.${value}`) }))}
            />
          </>
        )}
        <Inline>
          <Button type="submit" kind="filled" busy={add.busy || change.busy}>
            {t(service ? 'edit.service.save' : 'edit.service.add')}
          </Button>
          <Button kind="quiet" onClick={onDone}>
            {c('cancel')}
          </Button>
        </Inline>
      </Stack>
    </form>
  )
}

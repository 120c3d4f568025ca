import { offerLimits } from '@veranda/core/commissions/offers/offer-content.ts'
import { day } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useRef } from 'react'
import { serverNow } from '../../../lib/realtime/server-clock.ts'
import { ids } from '../../../lib/ids.ts'
import { DateField } from '../../../components/time/date-field.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { AmountInput } from '../../../components/money/amount-input.tsx'
import { endOfDay } from './due-date.ts'
import { emptyMilestone, type MilestoneForm, type OfferForm } from './offer-form.ts'
import { AcceptanceLimitsFields } from './acceptance-limits-fields.tsx'
import { noLimits } from './acceptance-limits-form.ts'
import styles from './offer-editor.module.css'

export type MilestoneFieldsProps = {
  form: OfferForm
  onChange: (next: Pick<OfferForm, 'milestones'>) => void
  errorOf: (field: string) => string | undefined
}

/** Renders the milestones of an offer as editable rows with amount and due date; rows can be moved and removed. */
export function MilestoneFields({ form, onChange, errorOf }: MilestoneFieldsProps) {
  const t = useTranslations('commissions')
  const list = useRef<HTMLFieldSetElement>(null)
  const { milestones } = form
  const set = (next: readonly MilestoneForm[]) => onChange({ milestones: next })
  const change = (index: number, next: Partial<MilestoneForm>) =>
    set(milestones.map((one, at) => (at === index ? { ...one, ...next } : one)))

  function focusTitle(index: number) {
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-title]')[index]?.focus())
  }

  function add() {
    const last = endOfDay(milestones.at(-1)?.due ?? '') ?? serverNow()
    set([...milestones, emptyMilestone(ids.next(), Math.max(last, serverNow()) + 14 * day)])
    focusTitle(milestones.length)
  }

  function remove(index: number) {
    set(milestones.filter((_, at) => at !== index))
    focusTitle(Math.max(0, index - 1))
  }

  function raise(index: number) {
    const [above, one] = [milestones[index - 1], milestones[index]]
    if (!above || !one) return
    set(milestones.toSpliced(index - 1, 2, one, above))
    focusTitle(index - 1)
  }

  return (
    <fieldset ref={list} className={styles.milestones}>
      <legend className={styles.legend}>{t('offer.milestones')}</legend>
      {milestones.map((milestone, index) => (
        <div
          key={milestone.key}
          className={styles.milestone}
          role="group"
          aria-label={t('offer.milestone', { number: index + 1 })}
        >
          <div className={styles.head}>
            <span>{t('offer.milestone', { number: index + 1 })}</span>
            <span className={styles.tools}>
              {index > 0 && (
                <IconButton
                  size="small"
                  icon="chevron-down"
                  className={styles.down}
                  label={t('offer.milestone.raise', { number: index + 1 })}
                  onClick={() => raise(index)}
                />
              )}
              {milestones.length > 1 && (
                <IconButton
                  size="small"
                  icon="trash"
                  label={t('offer.milestone.remove', { number: index + 1 })}
                  onClick={() => remove(index)}
                />
              )}
            </span>
          </div>
          <Field label={t('offer.title')} error={errorOf(`milestones.${index}.title`)}>
            <TextInput
              data-title=""
              maxLength={offerLimits.title}
              value={milestone.title}
              onChange={(event) => change(index, { title: event.target.value })}
            />
          </Field>
          <div className={styles.money}>
            <Field label={t('offer.amount')} error={errorOf(`milestones.${index}.amount`)}>
              <AmountInput
                value={milestone.amount}
                currency={form.currency}
                onChange={(amount) => change(index, { amount })}
              />
            </Field>
            <Field label={t('offer.due')} error={errorOf(`milestones.${index}.dueAt`)}>
              <DateField value={milestone.due} onChange={(event) => change(index, { due: event.target.value })} />
            </Field>
          </div>
          <Field label={t('offer.description')} error={errorOf(`milestones.${index}.description`)} optional>
            <TextArea
              rows={2}
              maxLength={offerLimits.description}
              value={milestone.description}
              onChange={(event) => change(index, { description: event.target.value })}
            />
          </Field>
          <AcceptanceLimitsFields
            limits={milestone.limits ?? noLimits}
            onChange={(limits) => change(index, { limits })}
            errorOf={(name) => errorOf(`milestones.${index}.limits.${name}`)}
          />
        </div>
      ))}
      {errorOf('milestones') && (
        <p className={styles.error} role="alert">
          {errorOf('milestones')}
        </p>
      )}
      {milestones.length < offerLimits.milestones && (
        <Button icon="plus" onClick={add}>
          {t('offer.milestone.add')}
        </Button>
      )}
    </fieldset>
  )
}

import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { topUpDeadlineDays } from '@veranda/core/commissions/change-orders/top-up.ts'
import { offerLimits } from '@veranda/core/commissions/offers/offer-content.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useEffect, useRef } from 'react'
import { AmountInput } from '../../../components/money/amount-input.tsx'
import { DateField } from '../../../components/time/date-field.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ids } from '../../../lib/ids.ts'
import { serverNow } from '../../../lib/realtime/server-clock.ts'
import { AcceptanceLimitsFields } from '../offers/acceptance-limits-fields.tsx'
import { noLimits } from '../offers/acceptance-limits-form.ts'
import styles from '../offers/offer-editor.module.css'
import { type ChangedMilestoneForm, type ChangeOrderForm, withDropped, withNewMilestone } from './change-order-form.ts'

type ChangedMilestonesProps = {
  form: ChangeOrderForm
  commission: Commission
  currency: string
  /** The milestone that the editor was opened for. */
  focusedId: string | null
  onChange: (next: Pick<ChangeOrderForm, 'milestones'>) => void
  errorOf: (field: string) => string | undefined
}

/** Renders the milestones that a change order can change, each with what can change in it, and new ones. */
export function ChangedMilestones({
  form,
  commission,
  currency,
  focusedId,
  onChange,
  errorOf,
}: ChangedMilestonesProps) {
  const t = useTranslations('commissions')
  const { milestones } = form
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (focusedId !== null) list.current?.querySelector<HTMLElement>(`[data-milestone="${focusedId}"] select`)?.focus()
  }, [focusedId])
  function add() {
    set(withNewMilestone(form, commission, ids.next(), serverNow()))
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-new]:last-of-type input')?.focus())
  }
  const set = (next: readonly ChangedMilestoneForm[]) => onChange({ milestones: next })
  const sent = milestones.filter(({ isDropped }) => !isDropped)
  return (
    <fieldset ref={list} className={styles.milestones}>
      <legend className={styles.legend}>{t('offer.milestones')}</legend>
      {milestones.map((milestone) => (
        <ChangedMilestoneFields
          key={milestone.key}
          milestone={milestone}
          currency={currency}
          onChange={(next) => set(milestones.map((one) => (one.key === milestone.key ? { ...one, ...next } : one)))}
          onDrop={() => set(withDropped(form, commission, milestone.key))}
          errorOf={(name) => errorOf(`milestones.${sent.indexOf(milestone)}.${name}`)}
        />
      ))}
      {errorOf('milestones') && (
        <p className={styles.error} role="alert">
          {errorOf('milestones')}
        </p>
      )}
      {commission.milestones.length + milestones.length < 2 * offerLimits.milestones && (
        <Button icon="plus" onClick={add}>
          {t('offer.milestone.add')}
        </Button>
      )}
    </fieldset>
  )
}

type ChangedMilestoneFieldsProps = {
  milestone: ChangedMilestoneForm
  currency: string
  onChange: (next: Partial<ChangedMilestoneForm>) => void
  onDrop: () => void
  errorOf: (name: string) => string | undefined
}

function ChangedMilestoneFields({ milestone, currency, onChange, onDrop, errorOf }: ChangedMilestoneFieldsProps) {
  const t = useTranslations('commissions')
  const o = useTranslations('commissions/change-orders')
  const { number, kind, isDropped, title, ref } = milestone
  const canChangeText = kind !== 'review'
  const isUnfunded = kind === 'free' || kind === 'new'
  const rounds = Array.from({ length: offerLimits.reviewRounds + 1 }, (_, count) => count)
  if (isDropped) {
    return (
      <div className={styles.milestone} role="group" aria-label={t('offer.milestone', { number })}>
        <div className={styles.head}>
          <span>{o('dropped', { title })}</span>
          <Button size="small" onClick={onDrop}>
            {o('keep')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div
      className={styles.milestone}
      role="group"
      aria-label={t('offer.milestone', { number })}
      data-milestone={ref?.milestoneId}
      data-new={kind === 'new' ? '' : undefined}
    >
      <div className={styles.head}>
        <span>
          {t('offer.milestone', { number })}
          {!canChangeText && (
            <>
              {' '}
              · <bdi>{title}</bdi>
            </>
          )}
        </span>
        {isUnfunded && <IconButton size="small" icon="trash" label={o('drop', { number })} onClick={onDrop} />}
      </div>
      {!isUnfunded && <p className={styles.note}>{o(`kind.${kind}`, { days: topUpDeadlineDays })}</p>}
      {canChangeText && (
        <Field label={t('offer.title')} error={errorOf('title')}>
          <TextInput
            maxLength={offerLimits.title}
            value={title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
      )}
      <div className={styles.money}>
        <Field label={t('offer.amount')} error={errorOf('amount')}>
          <AmountInput value={milestone.amount} currency={currency} onChange={(amount) => onChange({ amount })} />
        </Field>
        <Field label={t('offer.due')} error={errorOf('dueAt')}>
          <DateField value={milestone.due} onChange={(event) => onChange({ due: event.target.value })} />
        </Field>
      </div>
      <Field label={t('offer.rounds')} error={errorOf('reviewRounds')}>
        <Select
          value={String(milestone.reviewRounds)}
          onChange={(event) => onChange({ reviewRounds: Number(event.target.value) })}
          options={rounds.map((count) => ({ value: String(count), label: t('offer.rounds.value', { count }) }))}
        />
      </Field>
      {canChangeText && (
        <>
          <Field label={t('offer.description')} error={errorOf('description')} optional>
            <TextArea
              rows={2}
              maxLength={offerLimits.description}
              value={milestone.description}
              onChange={(event) => onChange({ description: event.target.value })}
            />
          </Field>
          <AcceptanceLimitsFields
            limits={milestone.limits ?? noLimits}
            onChange={(limits) => onChange({ limits })}
            errorOf={(name) => errorOf(`limits.${name}`)}
          />
        </>
      )}
    </div>
  )
}

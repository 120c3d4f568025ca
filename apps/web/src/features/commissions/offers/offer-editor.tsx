import { counterOffer, makeOffer } from '@veranda/contract/commissions/routes.ts'
import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { offerLimits, rightsGranted } from '@veranda/core/commissions/offers/offer-content.ts'
import { isCurrency } from '@veranda/core/money/money.ts'
import { currentRates, reviewWindowDays } from '@veranda/core/money/rates.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { serverNow } from '../../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { showOutcome } from '../../../components/page/show-outcome.ts'
import { snackbars } from '../../../components/toasts.ts'
import { CommandProblem } from '../command-problem.tsx'
import { CurrencySelect } from '../currency-select.tsx'
import { useDraft } from '../../../lib/use-draft.ts'
import { FeesTable } from './fees-table.tsx'
import { focusFirstError } from '../focus-first-error.ts'
import { MilestoneFields } from './milestone-fields.tsx'
import { offerCardId } from './offer-actions.tsx'
import { OfferDiffCard } from './offer-diff-card.tsx'
import { type FieldErrors, firstOffer, previewFees, toOfferForm, type OfferForm, parseOfferForm } from './offer-form.ts'
import styles from './offer-editor.module.css'
import { RequestCard } from './request-card.tsx'
import { ReviewTimes } from './review-times.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { useFieldErrorText } from '../use-field-error-text.ts'

export type OfferEditorProps = {
  project: Project
  commission: Commission
  /** The version this draft is based on. */
  base: OfferVersion | undefined
  kind: 'offer' | 'counter'
  /** Returns to the offer view; undefined for a first offer. */
  onClose: (() => void) | undefined
}

/** Renders the editor of an offer version with live fees; the draft is stored until it is sent. */
export function OfferEditor({ project, commission, base, kind, onClose }: OfferEditorProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const language = useLanguage()
  const textOf = useFieldErrorText()
  const draft = useDraft<OfferForm & { reason: string }>(`${kind}.${commission.id}.${base?.number ?? 0}`, () => ({
    ...(base
      ? toOfferForm(base.content, language)
      : firstOffer(defaultCurrency(project), commission.requestedService, serverNow(), language)),
    reason: '',
  }))
  const form = draft.value
  /** Counts submit attempts; after the first, errors are shown while typing. */
  const [submitAttempts, setSubmitAttempts] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstError(element.current, submitAttempts), [submitAttempts])
  const command = useProjectCommand(kind === 'offer' ? makeOffer : counterOffer, () => {
    draft.forget()
    snackbars.add({ title: t(`editor.sent.${kind}`), tone: 'success' })
    onClose?.()
    showOutcome(offerCardId)
  })
  const { problem } = command

  const parsed = parseOfferForm(form, language, serverNow())
  const errors = collectErrors(parsed, kind === 'counter' && form.reason.trim() === '')
  const errorOf = (field: string) =>
    (submitAttempts > 0 ? textOf(errors.get(field)) : undefined) ??
    problem?.messageFor(field) ??
    problem?.messageFor(`content.${field}`)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!parsed.ok || errors.size > 0) return setSubmitAttempts(submitAttempts + 1)
    const body = { content: parsed.content, reason: form.reason.trim() || null, expected: commission.version }
    void command.run({ params: { id: commission.id }, body })
  }

  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Split>
        <Card title={t(`editor.title.${base ? kind : 'first'}`)} padded>
          <Stack gap={5}>
            {base && (
              <Field
                label={t(`editor.reason.${kind}`)}
                hint={t('editor.reason.hint')}
                error={errorOf('reason')}
                optional={kind === 'offer'}
              >
                <TextArea
                  rows={2}
                  maxLength={2000}
                  value={form.reason}
                  onChange={(event) => draft.change({ reason: event.target.value })}
                />
              </Field>
            )}
            <Field label={t('offer.scope')} hint={t('offer.scope.hint')} error={errorOf('scope')}>
              <TextArea
                rows={6}
                maxLength={offerLimits.scope}
                value={form.scope}
                onChange={(event) => draft.change({ scope: event.target.value })}
              />
            </Field>
            <MilestoneFields form={form} onChange={draft.change} errorOf={errorOf} />
            <div className={styles.terms}>
              <Field label={t('offer.rights')} error={errorOf('rights')}>
                <Select
                  value={form.rights}
                  onChange={(event) => {
                    const rights = rightsGranted.find((known) => known === event.target.value)
                    if (rights) draft.change({ rights })
                  }}
                  options={rightsGranted.map((value) => ({ value, label: t(`rights.${value}`) }))}
                />
              </Field>
              <Field label={t('offer.rounds')} hint={t('offer.rounds.hint')} error={errorOf('reviewRounds')}>
                <NumberSelect
                  from={0}
                  to={offerLimits.reviewRounds}
                  value={form.reviewRounds}
                  onChange={(reviewRounds) => draft.change({ reviewRounds })}
                  label={(count) => t('offer.rounds.value', { count })}
                />
              </Field>
              <Field label={t('offer.window')} hint={t('offer.window.hint')} error={errorOf('reviewWindowDays')}>
                <NumberSelect
                  from={reviewWindowDays.min}
                  to={reviewWindowDays.max}
                  value={form.reviewWindowDays}
                  onChange={(days) => draft.change({ reviewWindowDays: days })}
                  label={(count) => t('offer.window.value', { count })}
                />
              </Field>
              <Field label={t('new.budget.currency')} error={errorOf('currency')}>
                <CurrencySelect value={form.currency} onChange={(currency) => draft.change({ currency })} />
              </Field>
            </div>
            <ReviewTimes terms={form} commission={commission} />
          </Stack>
        </Card>
        <div className={styles.aside}>
          {base ? (
            // Focusable, so that the keyboard scrolls it.
            <div className={styles.difference} role="group" aria-label={t('change.draft')} tabIndex={0}>
              {parsed.ok ? (
                <OfferDiffCard before={base} after={{ content: parsed.content }} isDraft />
              ) : (
                <Card title={t('change.title', { number: base.number })} padded>
                  <p className={styles.note}>{t('change.draft.unfinished')}</p>
                </Card>
              )}
            </div>
          ) : (
            <RequestCard project={project} commission={commission} />
          )}
          <Card title={t('fees.title')} padded>
            <Stack gap={4}>
              <FeesTable
                fees={previewFees(form, language)}
                rates={{
                  clientFeeBasisPoints: currentRates.clientFee,
                  creatorFeeBasisPoints: currentRates.creatorFee,
                }}
                viewerRole={commission.viewerRole}
                client={commission.client.name}
                creator={commission.creator.name}
              />
              <p className={styles.note}>{t(`editor.note.${kind}`)}</p>
              <CommandProblem problem={problem} staleText={t('stale.offer')} />
              <Button kind="filled" type="submit" wide busy={command.busy}>
                {t(`editor.send.${kind}`)}
              </Button>
              {onClose && (
                <Button wide onClick={onClose}>
                  {c('cancel')}
                </Button>
              )}
            </Stack>
          </Card>
        </div>
      </Split>
    </form>
  )
}

type NumberSelectProps = {
  from: number
  to: number
  value: number
  onChange: (value: number) => void
  label: (value: number) => string
}

function NumberSelect({ from, to, value, onChange, label }: NumberSelectProps) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return (
    <Select
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={numbers.map((number) => ({ value: String(number), label: label(number) }))}
    />
  )
}

function collectErrors(parsed: ReturnType<typeof parseOfferForm>, reasonMissing: boolean): FieldErrors {
  const errors = new Map(parsed.ok ? [] : parsed.errors)
  if (reasonMissing) errors.set('reason', { code: 'offer.reason-missing' })
  return errors
}

function defaultCurrency({ budget }: Project) {
  return budget && isCurrency(budget.currency) ? budget.currency : 'EUR'
}

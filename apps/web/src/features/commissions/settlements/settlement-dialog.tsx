import { counterSettlement, proposeSettlement } from '@veranda/contract/commissions/routes.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Settlement } from '@veranda/contract/commissions/settlements/schemas.ts'
import { canEndTogether, maxSettlementReason } from '@veranda/core/commissions/settlements/settlement.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useId, useState } from 'react'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { AmountInput } from '../../../components/money/amount-input.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { showProposal, settlementCardId } from '../open-proposal.ts'
import { draftOf, type FormLine, formOf, kindOf, type LineFault, protectedOf, toSettleable } from './settlement-form.ts'
import { SettlementSums } from './settlement-sums.tsx'
import styles from './settlements.module.css'

type SettlementDialogProps = {
  commission: Commission
  /** The milestone that a new proposal begins with, or the proposal that this one counters. */
  first: { milestoneId: string } | { former: Settlement }
  open: boolean
  onClose: () => void
}

/** Proposes how the escrow of milestones is divided, after what each side gets is shown to the cent. */
export function SettlementDialog({ commission, first, open, onClose }: SettlementDialogProps) {
  const t = useTranslations('commissions/settlements')
  const p = useTranslations('payments')
  const c = useTranslations('common')
  const language = useLanguage()
  const formId = useId()
  const stepUpId = useId()
  const former = 'former' in first ? first.former : undefined
  const { milestones, viewerRole } = commission
  const other = viewerRole === 'client' ? commission.creator.name : commission.client.name
  const [form, setForm] = useState(() => formOf(milestones, first, language))
  const [ends, setEnds] = useState(former?.endsCommission ?? false)
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const draft = draftOf(milestones, form, ends, language)
  const canEnd = canEndTogether(milestones.map(toSettleable))
  const givenUp = draft.body.reduce(
    (sum, line) => sum + (line.kind === 'shares' ? line[viewerRole === 'client' ? 'release' : 'refund'] : 0),
    0,
  )
  const currency = milestones[0]?.price.currency ?? ''
  function done() {
    snackbars.add({ title: t('send.done', { name: other }), tone: 'success' })
    onClose()
    showProposal(settlementCardId)
  }
  const propose = useProjectCommand(proposeSettlement, done)
  const counter = useProjectCommand(counterSettlement, done)
  const command = former ? counter : propose
  const stepUp = useStepUp({ amount: givenUp, currency }, open, command.problem)
  const needsStep = stepUp.state === 'required'

  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (draft.faults.size > 0 || draft.body.length === 0 || reason.trim() === '') return
    const body = { lines: draft.body, endsCommission: ends && canEnd, reason: reason.trim() }
    const outcome = former
      ? await counter.run({ params: { id: former.id }, body: { ...body, expected: former.version } })
      : await propose.run({ params: { id: commission.id }, body })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  const change = (milestoneId: string, changed: Partial<FormLine>) =>
    setForm((lines) => lines.map((line) => (line.milestoneId === milestoneId ? { ...line, ...changed } : line)))

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(former ? 'title.counter' : 'title')}
      text={t('text', { name: other })}
      actions={
        <>
          <MissingSteps
            label={t('missing')}
            steps={needsStep ? [{ label: p('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="filled"
            type="submit"
            form={formId}
            busy={command.busy}
            disabled={needsStep || stepUp.state === 'checking'}
          >
            {t('send')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <form id={formId} noValidate onSubmit={(event) => void send(event)}>
          <Stack gap={4}>
            {canEnd && (
              <Checkbox
                label={t('ends')}
                hint={t('ends.hint', { creator: commission.creator.name, client: commission.client.name })}
                checked={ends}
                onChange={(event) => setEnds(event.target.checked)}
              />
            )}
            {form.map((line) => {
              const milestone = milestones.find(({ id }) => id === line.milestoneId)
              return (
                milestone && (
                  <MilestoneFields
                    key={line.milestoneId}
                    commission={commission}
                    milestone={milestone}
                    line={line}
                    ends={ends}
                    isOnly={form.length === 1}
                    fault={submitted ? draft.faults.get(line.milestoneId) : undefined}
                    onChange={(changed) => change(line.milestoneId, changed)}
                  />
                )
              )
            })}
            {submitted && draft.body.length === 0 && draft.faults.size === 0 && (
              <p role="alert" className={styles.quiet}>
                {t('none')}
              </p>
            )}
            {draft.lines.length > 0 && <SettlementSums explained commission={commission} lines={draft.lines} />}
            <Field
              label={t('reason')}
              hint={t('reason.hint', { name: other })}
              error={submitted && reason.trim() === '' ? t('reason.missing') : command.problem?.messageFor('reason')}
            >
              <TextArea
                rows={3}
                maxLength={maxSettlementReason}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          </Stack>
        </form>
        {/* A form of its own, so it cannot be within the other one. */}
        <div id={stepUpId}>
          <StepUpForm stepUp={stepUp} />
        </div>
        <CommandProblem
          problem={command.problem?.code === 'step-up.required' ? undefined : command.problem}
          staleText={t('stale')}
        />
      </Stack>
    </Dialog>
  )
}

type MilestoneFieldsProps = {
  commission: Commission
  milestone: Milestone
  line: FormLine
  ends: boolean
  /** There is no other milestone to choose. */
  isOnly: boolean
  fault: LineFault | undefined
  onChange: (changed: Partial<FormLine>) => void
}

function MilestoneFields({ commission, milestone, line, ends, isOnly, fault, onChange }: MilestoneFieldsProps) {
  const t = useTranslations('commissions/settlements')
  const format = useFormat()
  const { currency } = milestone.price
  const isFunded = kindOf(milestone) === 'shares'
  const left = { amount: protectedOf(milestone), currency }
  const isIncluded = line.isIncluded || ends
  const hint = isFunded ? t('protected', { sum: format.money(left) }) : t('line.cancel')
  const error = fault && t(`amount.${fault}`, { max: format.money(left) })
  return (
    <div role="group" aria-label={milestone.title} className={styles.milestone}>
      {isOnly || ends ? (
        <div>
          <strong>
            <bdi>{milestone.title}</bdi>
          </strong>
          <p className={styles.quiet}>{hint}</p>
        </div>
      ) : (
        <Checkbox
          label={<bdi>{milestone.title}</bdi>}
          hint={hint}
          checked={line.isIncluded}
          onChange={(event) => onChange({ isIncluded: event.target.checked })}
        />
      )}
      {isFunded && isIncluded && (
        <div className={styles.amounts}>
          <Field label={t('release', { name: commission.creator.name })} error={error}>
            <AmountInput value={line.release} onChange={(release) => onChange({ release })} currency={currency} />
          </Field>
          {!ends && (
            <Field label={t('refund', { name: commission.client.name })}>
              <AmountInput value={line.refund} onChange={(refund) => onChange({ refund })} currency={currency} />
            </Field>
          )}
        </div>
      )}
    </div>
  )
}

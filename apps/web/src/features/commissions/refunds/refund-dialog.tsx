import { refundMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { maxRefundReason } from '@veranda/core/commissions/milestones/refund.ts'
import { isCurrency } from '@veranda/core/money/money.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useId, useState } from 'react'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { AmountInput } from '../../../components/money/amount-input.tsx'
import { formatAmountText, parseAmountText } from '../../../components/money/amount-text.ts'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { RefundPreview, ReturnPreview } from './refund-preview.tsx'

type RefundDialogProps = { milestone: Milestone; client: string; open: boolean; onClose: () => void }

/**
 * Gives a part of a milestone's escrow back to the client, or of what was released, after what each side gets is shown to the
 * cent.
 */
export function RefundDialog({ milestone, client, open, onClose }: RefundDialogProps) {
  const t = useTranslations('commissions/refunds')
  const p = useTranslations('payments')
  const c = useTranslations('common')
  const format = useFormat()
  const language = useLanguage()
  const form = useId()
  const stepUpId = useId()
  const { currency } = milestone.price
  const { returned } = milestone
  const max = returned
    ? returned.released.price - returned.returned.price
    : milestone.agreed.price - milestone.allocated.price
  const [typed, setTyped] = useState<string>()
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const text = typed ?? (isCurrency(currency) ? formatAmountText(max, currency, language) : '')
  const parsed = isCurrency(currency) ? parseAmountText(text, currency, language) : undefined
  const amount = parsed?.ok && parsed.amount >= 1 && parsed.amount <= max ? parsed.amount : undefined
  const sum = amount === undefined ? undefined : { amount, currency }
  const command = useProjectCommand(refundMilestone, () => {
    snackbars.add({ title: t('done', { name: client }), tone: 'success' })
    setTyped(undefined)
    setReason('')
    setSubmitted(false)
    onClose()
  })
  const stepUp = useStepUp(sum, open, command.problem)
  const needsStep = stepUp.state === 'required'

  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (amount === undefined) return
    const body = { amount, reason: reason.trim(), expected: milestone.version }
    const outcome = await command.run({ params: { id: milestone.id }, body })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  function amountError(): string | undefined {
    if (amount !== undefined || !submitted) return command.problem?.messageFor('amount')
    if (parsed && !parsed.ok) return p(`amount.${parsed.fault}`)
    return t('amount.invalid', { max: format.money({ amount: max, currency }) })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title', { name: client })}
      text={t(returned ? 'text.released' : 'text')}
      actions={
        <>
          <MissingSteps
            label={t('missing')}
            steps={needsStep ? [{ label: p('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="danger"
            type="submit"
            form={form}
            busy={command.busy}
            disabled={needsStep || stepUp.state === 'checking'}
          >
            {t('send')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <form id={form} noValidate onSubmit={(event) => void send(event)}>
          <Stack gap={4}>
            <Field
              label={t('amount')}
              hint={t(returned ? 'amount.hint.released' : 'amount.hint', {
                max: format.money({ amount: max, currency }),
              })}
              error={amountError()}
            >
              <AmountInput value={text} onChange={setTyped} currency={currency} />
            </Field>
            {amount !== undefined && returned && (
              <ReturnPreview milestone={milestone} returned={returned} amount={amount} client={client} />
            )}
            {amount !== undefined && !returned && (
              <RefundPreview milestone={milestone} amount={amount} viewerRole="creator" name={client} />
            )}
            {amount === max && !returned && <Banner tone="warning" title={t('whole')} />}
            <Field label={t('reason')} hint={t('reason.hint', { name: client })} optional>
              <TextArea
                rows={3}
                maxLength={maxRefundReason}
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

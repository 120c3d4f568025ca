import { claimRefund, giveNotice } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useId } from 'react'
import { MissingSteps } from '../../../../components/missing-steps.tsx'
import { StepUpForm } from '../../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../../components/step-up/use-step-up.ts'
import { snackbars } from '../../../../components/toasts.ts'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../../command-problem.tsx'
import { RefundPreview } from '../../refunds/refund-preview.tsx'
import { useProjectCommand } from '../../use-project-command.ts'

type RefundRightDialogProps = {
  milestone: Milestone
  step: 'notice' | 'claim'
  creator: string
  onClose: () => void
}

/** Gives notice, or takes the whole escrow back after it, once what each side gets is shown to the cent. */
export function RefundRightDialog({ milestone, step, creator, onClose }: RefundRightDialogProps) {
  const t = useTranslations('commissions/due-dates')
  const c = useTranslations('common')
  const p = useTranslations('payments')
  const stepUpId = useId()
  const done = () => {
    snackbars.add({ title: t(`${step}.done`, { name: creator }), tone: 'success' })
    onClose()
  }
  const notice = useProjectCommand(giveNotice, done)
  const claim = useProjectCommand(claimRefund, done)
  const { busy, problem } = step === 'notice' ? notice : claim
  const amount = milestone.agreed.price - milestone.allocated.price
  const { currency } = milestone.price
  const stepUp = useStepUp(step === 'claim' ? { amount, currency } : undefined, true, claim.problem)
  const needsStep = stepUp.state === 'required'

  async function send() {
    const call = { params: { id: milestone.id }, body: { expected: milestone.version } }
    if (step === 'notice') return void (await notice.run(call))
    const outcome = await claim.run(call)
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${step}.dialog`)}
      text={t(`${step}.dialog.text`, { name: creator, hours: currentRates.refundNoticeMs / hour })}
      actions={
        <>
          <MissingSteps
            label={t('missing')}
            steps={needsStep ? [{ label: p('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind={step === 'claim' ? 'danger' : 'filled'}
            busy={busy}
            disabled={needsStep || stepUp.state === 'checking'}
            onClick={() => void send()}
          >
            {t(`${step}.send`)}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <RefundPreview milestone={milestone} amount={amount} viewerRole="client" name={creator} />
        <div id={stepUpId}>
          <StepUpForm stepUp={stepUp} />
        </div>
        <CommandProblem problem={problem?.code === 'step-up.required' ? undefined : problem} staleText={t('stale')} />
      </Stack>
    </Dialog>
  )
}

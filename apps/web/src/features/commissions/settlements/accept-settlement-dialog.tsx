import { acceptSettlement } from '@veranda/contract/commissions/routes.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Settlement } from '@veranda/contract/commissions/settlements/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useId } from 'react'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { showProposal, settlementCardId } from '../open-proposal.ts'
import { shownLinesOf } from './settlement-form.ts'
import { SettlementSums } from './settlement-sums.tsx'

type AcceptSettlementDialogProps = {
  commission: Commission
  settlement: Settlement
  open: boolean
  onClose: () => void
}

/** Signs a settlement, after its sums are shown again and, for a large one, a step-up. */
export function AcceptSettlementDialog({ commission, settlement, open, onClose }: AcceptSettlementDialogProps) {
  const t = useTranslations('commissions/settlements')
  const p = useTranslations('payments')
  const c = useTranslations('common')
  const stepUpId = useId()
  const { viewerRole, milestones } = commission
  const givenUp = settlement.lines.reduce((sum, line) => {
    if (line.kind === 'cancel') return sum
    return sum + (viewerRole === 'client' ? line.released : line.refunded).price.amount
  }, 0)
  const accept = useProjectCommand(acceptSettlement, () => {
    snackbars.add({ title: t('accept.done'), tone: 'success' })
    onClose()
    showProposal(settlementCardId)
  })
  const currency = milestones[0]?.price.currency ?? ''
  const stepUp = useStepUp({ amount: givenUp, currency }, open, accept.problem)
  const needsStep = stepUp.state === 'required'

  async function send() {
    const call = { params: { id: settlement.id }, body: { expected: settlement.version } }
    const outcome = await accept.run(call)
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(settlement.endsCommission ? 'accept.title.ends' : 'accept.title')}
      text={t('accept.text')}
      actions={
        <>
          <MissingSteps
            label={t('missing')}
            steps={needsStep ? [{ label: p('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="filled"
            busy={accept.busy}
            disabled={needsStep || stepUp.state === 'checking'}
            onClick={() => void send()}
          >
            {t('accept.send')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <SettlementSums explained commission={commission} lines={shownLinesOf(settlement, milestones)} />
        <div id={stepUpId}>
          <StepUpForm stepUp={stepUp} />
        </div>
        <CommandProblem
          problem={accept.problem?.code === 'step-up.required' ? undefined : accept.problem}
          staleText={t('stale')}
        />
      </Stack>
    </Dialog>
  )
}

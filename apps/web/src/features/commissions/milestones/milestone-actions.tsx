import { startMilestone, submitMilestone, withdrawSubmission } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { showOutcome, showOutcomeOfLostFocus } from '../../../components/page/show-outcome.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx'
import { CommandProblem } from '../command-problem.tsx'
import { MilestoneDisputes, OpenDisputeButton } from '../disputes/milestone-disputes.tsx'
import { DueDateActions } from './due-dates/due-date-actions.tsx'
import { DueDateStatus } from './due-dates/due-date-status.tsx'
import { DeliverableForm } from '../deliverables/deliverable-form.tsx'
import { EmbeddedMetadataList } from '../deliverables/embedded-metadata.tsx'
import { FundMilestoneDialog } from './fund-milestone-dialog.tsx'
import { MilestoneStatus } from './milestone-status.tsx'
import styles from './milestone.module.css'
import { PaymentsOffBanner } from '../../../components/payment/payments-off.tsx'
import { PaymentFailed } from '../../../components/payment/payment-failed.tsx'
import { projectUrl } from '../project-url.ts'
import { useProjectCommand } from '../use-project-command.ts'
import { ReturnedAfterRelease } from '../refunds/milestone-refunds.tsx'
import { RefundDialog } from '../refunds/refund-dialog.tsx'
import { ProposeSettlementButton } from '../settlements/propose-settlement-button.tsx'
import { ReleasedLantern } from './released-lantern.tsx'
import { ReviewRoundActions, ReviewRounds } from './review-rounds.tsx'
import { RequestChangesDialog } from './request-changes-dialog.tsx'

/** The id of the card, which shows what an act of it came to. */
const cardId = 'milestone-actions'

type DialogName = 'fund' | 'approve' | 'changes' | 'refund'

/** Returns the dialog that the URL asks for, if the viewer may take its step now. */
function askedDialog(params: URLSearchParams, { actions }: Milestone): DialogName | undefined {
  const ask = params.get('ask')
  if (ask === 'changes' && actions.includes('request-changes')) return 'changes'
  return ask === 'fund' && (actions.includes('fund') || actions.includes('follow-payment')) ? 'fund' : undefined
}

function withoutAskParam(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('ask')
  return next
}

type MilestoneActionsProps = {
  commission: Commission
  milestone: Milestone
  /** The changes that the next version must make; they stand before its form. */
  changesToDeliver?: ReactNode
}

/** Renders the viewer's actions on this milestone, with one primary button. */
export function MilestoneActions({ commission, milestone, changesToDeliver }: MilestoneActionsProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const { viewerRole } = commission
  const { actions } = milestone
  const hasForm = actions.includes('add-deliverable')
  const canRefund = actions.includes('refund') || actions.includes('refund-released')
  const submitted = milestone.deliverables.find(({ state }) => state === 'submitted')
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState(() => askedDialog(params, milestone))
  const [openedVersion, setOpenedVersion] = useState<Deliverable | undefined>(open && submitted)
  const drafts = milestone.deliverables.filter(({ state }) => state === 'draft' || state === 'withdrawn')
  const latestDraft = drafts.toSorted((a, b) => b.number - a.number)[0]
  const creator = commission.creator.name
  const toastOnDone = (title: string) => () => {
    snackbars.add({ title, tone: 'success' })
    showOutcome(cardId)
  }
  const start = useProjectCommand(startMilestone, toastOnDone(t('start.done')))
  const submit = useProjectCommand(submitMilestone, toastOnDone(t('submit.done', { number: latestDraft?.number ?? 0 })))
  const withdraw = useProjectCommand(withdrawSubmission, toastOnDone(t('withdraw-submission.done')))
  const expectedCall = { params: { id: milestone.id }, body: { expected: milestone.version } }
  // Keeps the version a dialog was opened for.
  const dialogVersion = milestone.deliverables.find(({ id }) => id === openedVersion?.id)
  const openFor = (what: DialogName) => {
    setOpenedVersion(submitted)
    setOpen(what)
  }
  const next = isTerminal(milestone.state) ? commission.milestones.find(({ state }) => !isTerminal(state)) : undefined
  function close() {
    setOpen(undefined)
    if (params.has('ask')) setParams(withoutAskParam, { replace: true, preventScrollReset: true })
    // The button that opened the dialog may be gone with the state; focus then moves to this card.
    showOutcomeOfLostFocus(cardId)
  }

  return (
    <div id={cardId} tabIndex={-1} className={styles.focus}>
      <Card title={t(`act.title.${viewerRole === 'creator' ? 'creator' : 'client'}.${milestone.state}`)} padded>
        <Stack gap={4}>
          {milestone.state === 'released' && <ReleasedLantern />}
          <MilestoneStatus commission={commission} milestone={milestone} />
          <ReturnedAfterRelease milestone={milestone} />
          <MilestoneDisputes commission={commission} milestone={milestone} />
          <DueDateStatus commission={commission} milestone={milestone} />
          <ReviewRounds commission={commission} milestone={milestone} />
          {changesToDeliver}
          {milestone.charge && actions.includes('fund') && <PaymentFailed charge={milestone.charge} />}
          {!isTerminal(milestone.state) && <PaymentsOffBanner />}
          {latestDraft?.actions.includes('submit') && (
            <EmbeddedMetadataList files={[...latestDraft.files, ...latestDraft.assets]} />
          )}
          <div className={styles.acts}>
            {actions.includes('fund') && (
              <Button kind="filled" wide icon="lock" onClick={() => openFor('fund')}>
                {t(milestone.charge ? 'fund.again' : 'fund.open', { sum: format.money(milestone.clientPays) })}
              </Button>
            )}
            {actions.includes('follow-payment') && (
              <Button kind="filled" wide onClick={() => openFor('fund')}>
                {t(milestone.charge?.actions.includes('confirm') ? 'factor.open' : 'fund.watch')}
              </Button>
            )}
            {submitted?.actions.includes('approve') && (
              <Button kind="filled" wide onClick={() => openFor('approve')}>
                {t('approve.act')}
              </Button>
            )}
            {submitted?.actions.includes('request-changes') && (
              <Button wide onClick={() => openFor('changes')}>
                {t('changes.open', { round: milestone.round + 1, rounds: milestone.rounds })}
              </Button>
            )}
            {latestDraft?.actions.includes('submit') && (
              <Button
                kind="filled"
                wide
                busy={submit.busy}
                onClick={() =>
                  void submit.run({
                    params: { id: milestone.id },
                    body: { deliverableId: latestDraft.id, hash: latestDraft.hash, expected: milestone.version },
                  })
                }
              >
                {t('submit.act', { number: latestDraft.number })}
              </Button>
            )}
            {actions.includes('start') && (
              <Button wide busy={start.busy} onClick={() => void start.run(expectedCall)}>
                {t('start.act')}
              </Button>
            )}
            {actions.includes('withdraw-submission') && (
              <Button wide busy={withdraw.busy} onClick={() => void withdraw.run(expectedCall)}>
                {t('withdraw-submission.act')}
              </Button>
            )}
          </div>
          <CommandProblem
            problem={start.problem ?? submit.problem ?? withdraw.problem}
            staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
          />
          {hasForm && (
            <DeliverableForm
              milestone={milestone}
              quiet={latestDraft !== undefined}
              onSent={() => showOutcome(cardId)}
            />
          )}
          {/* After what the creator came for. */}
          <div className={cx(styles.acts, hasForm && styles.lesserActs)}>
            <ReviewRoundActions commission={commission} milestone={milestone} />
            <DueDateActions commission={commission} milestone={milestone} onClosed={close} />
            {canRefund && (
              <Button wide kind="quiet" onClick={() => openFor('refund')}>
                {t(milestone.returned ? 'refund.open.released' : 'refund.open')}
              </Button>
            )}
            <ProposeSettlementButton commission={commission} milestoneId={milestone.id} />
            <OpenDisputeButton commission={commission} milestone={milestone} />
            {milestone.state === 'released' && (
              <Button wide icon="receipt" href={milestone.receiptUrl}>
                {t('receipt.open')}
              </Button>
            )}
            {next && (
              <Button
                wide
                icon="arrow-end"
                href={projectUrl(commission.projectId, 'milestones', { milestone: next.id })}
              >
                {t('milestones.next', { title: next.title })}
              </Button>
            )}
            {milestone.state === 'released' && commission.actions.includes('request-again') && (
              <Button wide icon="plus" href={`/projects/new?creator=${commission.creator.id}`}>
                {t('ending.next')}
              </Button>
            )}
          </div>
        </Stack>
        {(actions.includes('fund') || milestone.charge) && (
          <FundMilestoneDialog milestone={milestone} creator={creator} open={open === 'fund'} onClose={close} />
        )}
        {canRefund && (
          <RefundDialog
            milestone={milestone}
            client={commission.client.name}
            open={open === 'refund'}
            onClose={close}
          />
        )}
        {dialogVersion && (
          <>
            <ApproveMilestoneDialog
              milestone={milestone}
              version={dialogVersion}
              creator={creator}
              open={open === 'approve'}
              onClose={close}
            />
            <RequestChangesDialog
              key={dialogVersion.id}
              milestone={milestone}
              version={dialogVersion}
              open={open === 'changes'}
              onClose={close}
            />
          </>
        )}
      </Card>
    </div>
  )
}

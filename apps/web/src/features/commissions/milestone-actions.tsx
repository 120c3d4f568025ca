import { startMilestone, submitMilestone, withdrawSubmission } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Commission, type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestone-states.ts'
import {
  canAddDeliverable,
  canApprove,
  canFund,
  canRequestChanges,
  canStart,
  canSubmit,
  canWithdrawSubmission,
} from '@veranda/core/commissions/policy.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { CommandProblem } from './command-problem.tsx'
import { DeliverForm } from './deliver-form.tsx'
import { FundDialog } from './fund-dialog.tsx'
import { MilestoneStanding } from './milestone-standing.tsx'
import styles from './milestone.module.css'
import { PaymentFailed } from '../../parts/payment-failed.tsx'
import { projectAddress } from './project-address.ts'
import { useProjectCommand } from './project-command.ts'
import { RequestChangesDialog } from './request-changes-dialog.tsx'

type Open = 'fund' | 'approve' | 'changes'

function withoutAsk(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('ask')
  return next
}

/** What now, for this milestone and this reader: the steps are those of the core's table, one of them filled. */
export function MilestoneActions({ commission, milestone }: { commission: Commission; milestone: Milestone }) {
  const t = useWords('projects')
  const format = useFormat()
  const { part } = commission
  const submitted = milestone.deliverables.find(({ state }) => state === 'submitted')
  const [params, setParams] = useSearchParams()
  const asked = params.get('ask') === 'changes' && canRequestChanges(milestone, part)
  const [open, setOpen] = useState<Open | undefined>(asked ? 'changes' : undefined)
  const [acted, setActed] = useState<Deliverable | undefined>(submitted)
  const drafts = milestone.deliverables.filter(({ state }) => state === 'draft' || state === 'withdrawn')
  const latest = drafts.toSorted((a, b) => b.number - a.number)[0]
  const creator = commission.creator.name
  const say = (title: string) => () => void snackbars.add({ title, tone: 'success' })
  const start = useProjectCommand(startMilestone, say(t('start.done')))
  const submit = useProjectCommand(submitMilestone, say(t('submit.done', { number: latest?.number ?? 0 })))
  const withdraw = useProjectCommand(withdrawSubmission, say(t('take-back.done')))
  const plain = { params: { id: milestone.id }, body: { expected: milestone.version } }
  // The version that a dialog was opened for stays in it, whatever happens meanwhile.
  const before = milestone.deliverables.find(({ id }) => id === acted?.id) ?? submitted
  const openFor = (what: Open) => {
    setActed(submitted)
    setOpen(what)
  }
  const next = isTerminal(milestone.state) ? commission.milestones.find(({ state }) => !isTerminal(state)) : undefined
  const card = useRef<HTMLDivElement>(null)
  function close() {
    setOpen(undefined)
    if (params.has('ask')) setParams(withoutAsk, { replace: true, preventScrollReset: true })
    // The button that opened the dialog may be gone with the state; the keyboard then goes on at what is due now.
    setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) card.current?.focus()
    }, 250)
  }
  const paying = part === 'client' && milestone.state === 'funding'

  return (
    <div ref={card} tabIndex={-1} className={styles.focus}>
      <Card title={t(`act.title.${part === 'creator' ? 'creator' : 'client'}.${milestone.state}`)} padded>
        <Stack gap={4}>
          <MilestoneStanding commission={commission} milestone={milestone} />
          {milestone.charge && canFund(milestone, part) && <PaymentFailed charge={milestone.charge} />}
          <Stack gap={2}>
            {canFund(milestone, part) && (
              <Button kind="filled" wide icon="lock" onClick={() => openFor('fund')}>
                {t(milestone.charge ? 'fund.again' : 'fund.open', { sum: format.money(milestone.clientPays) })}
              </Button>
            )}
            {paying && (
              <Button kind="filled" wide onClick={() => openFor('fund')}>
                {t(milestone.charge?.state === 'needs_confirmation' ? 'factor.open' : 'fund.watch')}
              </Button>
            )}
            {submitted && canApprove(milestone, part) && (
              <Button kind="filled" wide onClick={() => openFor('approve')}>
                {t('approve.act')}
              </Button>
            )}
            {submitted && canRequestChanges(milestone, part) && (
              <Button wide onClick={() => openFor('changes')}>
                {t('changes.open', { round: milestone.round + 1, rounds: milestone.rounds })}
              </Button>
            )}
            {latest && canSubmit(milestone, part) && (
              <Button
                kind="filled"
                wide
                busy={submit.busy}
                onClick={() =>
                  void submit.run({
                    params: { id: milestone.id },
                    body: { deliverableId: latest.id, hash: latest.hash, expected: milestone.version },
                  })
                }
              >
                {t('submit.act', { number: latest.number })}
              </Button>
            )}
            {canStart(milestone, part) && (
              <Button wide busy={start.busy} onClick={() => void start.run(plain)}>
                {t('start.act')}
              </Button>
            )}
            {canWithdrawSubmission(milestone, part) && (
              <Button wide busy={withdraw.busy} onClick={() => void withdraw.run(plain)}>
                {t('take-back.act')}
              </Button>
            )}
            {milestone.state === 'released' && part !== 'guest' && (
              <Button wide icon="receipt" href={`/payment/receipts/${milestone.id}`}>
                {t('receipt.open')}
              </Button>
            )}
            {next && (
              <Button
                wide
                icon="arrow-end"
                href={projectAddress(commission.projectId, 'milestones', { milestone: next.id })}
              >
                {t('milestones.next', { title: next.title })}
              </Button>
            )}
          </Stack>
          <CommandProblem
            problem={start.problem ?? submit.problem ?? withdraw.problem}
            now={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
          />
          {canAddDeliverable(milestone, part) && <DeliverForm milestone={milestone} quiet={latest !== undefined} />}
        </Stack>
        {part === 'client' && (
          <FundDialog milestone={milestone} creator={creator} open={open === 'fund'} onClose={close} />
        )}
        {before && part === 'client' && (
          <>
            <ApproveDialog
              milestone={milestone}
              version={before}
              creator={creator}
              open={open === 'approve'}
              onClose={close}
            />
            <RequestChangesDialog
              key={before.id}
              milestone={milestone}
              version={before}
              open={open === 'changes'}
              onClose={close}
            />
          </>
        )}
      </Card>
    </div>
  )
}

import { fundMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { canFund } from '@veranda/core/commissions/policy.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { CommandProblem } from './command-problem.tsx'
import { FundSum } from './fund-sum.tsx'
import { MethodPick } from '../../parts/method-pick.tsx'
import { PaymentFailed } from '../../parts/payment-failed.tsx'
import styles from './project.module.css'
import { projectReads, useProjectCommand } from './project-command.ts'
import { SecondFactor } from '../../parts/second-factor.tsx'

export type FundDialogProps = { milestone: Milestone; creator: string; open: boolean; onClose: () => void }

/**
 * Pays for a milestone: which card, the bank's second factor when it asks, and then the wait for the provider's word.
 * What it shows follows the milestone, so that it can be closed and found again at any step.
 */
export function FundDialog({ milestone, creator, open, onClose }: FundDialogProps) {
  const t = useWords('projects')
  const c = useWords('common')
  const format = useFormat()
  const [method, setMethod] = useState<string>()
  const fund = useProjectCommand(fundMilestone)
  const sum = format.money(milestone.clientPays)
  const stage = stageOf(milestone)

  function pay() {
    if (method === undefined) return
    void fund.run({ params: { id: milestone.id }, body: { method, expected: milestone.version } })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(`fund.title.${stage}`)}
      text={stage === 'choose' ? t('fund.text', { name: creator }) : undefined}
      actions={
        stage === 'choose' ? (
          <>
            <Button onClick={onClose}>{c('cancel')}</Button>
            <Button
              kind="filled"
              icon="lock"
              busy={fund.busy}
              disabled={method === undefined || !canFund(milestone, 'client')}
              onClick={pay}
            >
              {t('fund.pay', { sum })}
            </Button>
          </>
        ) : stage === 'funded' ? (
          <Button kind="filled" onClick={onClose}>
            {c('done')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('fund.leave')}</Button>
        )
      }
    >
      {stage === 'choose' && (
        <Stack gap={5}>
          {milestone.charge && <PaymentFailed charge={milestone.charge} />}
          <FundSum milestone={milestone} />
          <MethodPick value={method} onChange={setMethod} />
          <CommandProblem
            problem={fund.problem}
            now={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
          />
        </Stack>
      )}
      {stage === 'confirm' && milestone.charge && (
        <SecondFactor charge={milestone.charge} sum={sum} touches={projectReads} />
      )}
      {stage === 'wait' && (
        <Stack gap={3}>
          <p role="status">{t('fund.waiting', { sum })}</p>
          <Progress label={t('fund.waiting', { sum })} />
          <p className={styles.quiet}>{t('fund.waiting.safe')}</p>
        </Stack>
      )}
      {stage === 'funded' && (
        <div role="status">
          <EmptyState
            compact
            level={3}
            icon="shield"
            title={t('fund.protected', { sum: format.money(milestone.price) })}
            text={t('fund.protected.text', { name: creator })}
          />
        </div>
      )}
    </Dialog>
  )
}

function stageOf({ state, charge }: Milestone): 'choose' | 'confirm' | 'wait' | 'funded' {
  if (state === 'awaiting_funding' || state === 'draft') return 'choose'
  if (state !== 'funding') return 'funded'
  return charge?.state === 'needs_confirmation' ? 'confirm' : 'wait'
}

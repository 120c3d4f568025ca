import { fundMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { ChargeSummary, PaymentDialog, type PaymentStage } from './payment-dialog.tsx'

export type FundMilestoneDialogProps = { milestone: Milestone; creator: string; open: boolean; onClose: () => void }

/** Renders the payment of a milestone. */
export function FundMilestoneDialog({ milestone, creator, open, onClose }: FundMilestoneDialogProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const fund = useProjectCommand(fundMilestone)
  return (
    <PaymentDialog
      open={open}
      onClose={onClose}
      stage={fundingStage(milestone)}
      title={t('fund.title.choose')}
      text={t('fund.text', { name: creator })}
      charge={milestone.charge}
      charged={milestone.clientPays}
      summary={<ChargeSummary {...milestone} />}
      canPay={milestone.actions.includes('fund')}
      busy={fund.busy}
      problem={
        <CommandProblem
          problem={fund.problem}
          staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
        />
      }
      onPay={(method) => void fund.run({ params: { id: milestone.id }, body: { method, expected: milestone.version } })}
      onPaid={() =>
        void snackbars.add({
          title: t('fund.protected', { sum: format.money(milestone.price) }),
          text: t('fund.protected.text', { name: creator }),
          tone: 'success',
        })
      }
    />
  )
}

function fundingStage({ state, charge }: Milestone): PaymentStage {
  if (state === 'awaiting_funding' || state === 'draft') return 'choose'
  if (state !== 'funding') return 'paid'
  return charge?.actions.includes('confirm') ? 'confirm' : 'wait'
}

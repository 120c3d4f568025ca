import { fundMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { PaymentMethodPicker } from '../../../components/payment/payment-method-picker.tsx'
import { PaymentFailed } from '../../../components/payment/payment-failed.tsx'
import { CardCodeForm } from '../../../components/payment/card-code-form.tsx'
import { CommandProblem } from '../command-problem.tsx'
import { projectQueries, useProjectCommand } from '../use-project-command.ts'
import styles from '../commissions.module.css'

export type FundMilestoneDialogProps = { milestone: Milestone; creator: string; open: boolean; onClose: () => void }

/**
 * Renders the payment of a milestone: method, second factor if the bank requires it, then the wait for the provider.
 * Follows the milestone's state, so it can be closed and reopened at any step, and closes once the money is protected.
 */
export function FundMilestoneDialog({ milestone, creator, open, onClose }: FundMilestoneDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const format = useFormat()
  const [method, setMethod] = useState<string>()
  const methods = useId()
  const fund = useProjectCommand(fundMilestone)
  const sum = format.money(milestone.clientPays)
  const stage = fundingStage(milestone)
  const confirmFunding = useEffectEvent(() => {
    snackbars.add({
      title: t('fund.protected', { sum: format.money(milestone.price) }),
      text: t('fund.protected.text', { name: creator }),
      tone: 'success',
    })
    onClose()
  })
  useEffect(() => {
    if (open && stage === 'funded') confirmFunding()
  }, [open, stage])

  function pay() {
    if (method === undefined) return
    void fund.run({ params: { id: milestone.id }, body: { method, expected: milestone.version } })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(`fund.title.${stage === 'funded' ? 'wait' : stage}`)}
      text={stage === 'choose' ? t('fund.text', { name: creator }) : undefined}
      actions={
        stage === 'choose' ? (
          <>
            <MissingSteps
              label={t('fund.missing')}
              steps={method === undefined ? [{ label: t('fund.missing.method'), fieldId: methods }] : []}
            />
            <Button onClick={onClose}>{c('cancel')}</Button>
            <Button
              kind="filled"
              icon="lock"
              busy={fund.busy}
              disabled={method === undefined || !milestone.actions.includes('fund')}
              onClick={pay}
            >
              {t('fund.pay', { sum })}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('fund.leave')}</Button>
        )
      }
    >
      {stage === 'choose' && (
        <Stack gap={5}>
          {milestone.charge && <PaymentFailed charge={milestone.charge} />}
          <ChargeSummary milestone={milestone} />
          <div id={methods}>
            <PaymentMethodPicker value={method} onChange={setMethod} />
          </div>
          <CommandProblem
            problem={fund.problem}
            staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
          />
        </Stack>
      )}
      {stage === 'confirm' && milestone.charge && (
        <CardCodeForm charge={milestone.charge} sum={sum} touches={projectQueries} />
      )}
      {stage === 'wait' && (
        <Stack gap={3}>
          <p role="status">{t('fund.waiting', { sum })}</p>
          <Progress label={t('fund.waiting', { sum })} />
          <p className={styles.quiet}>{t('fund.waiting.safe')}</p>
        </Stack>
      )}
    </Dialog>
  )
}

function fundingStage({ state, charge }: Milestone): 'choose' | 'confirm' | 'wait' | 'funded' {
  if (state === 'awaiting_funding' || state === 'draft') return 'choose'
  if (state !== 'funding') return 'funded'
  return charge?.actions.includes('confirm') ? 'confirm' : 'wait'
}

/** Renders the amount charged and the part of it that is protected. */
export function ChargeSummary({ milestone }: { milestone: Milestone }) {
  const t = useTranslations('commissions')
  const { price, clientPays } = milestone
  const fee = { amount: clientPays.amount - price.amount, currency: price.currency }
  return (
    <dl className={styles.facts}>
      <dt>{milestone.title}</dt>
      <dd>
        <Amount money={price} />
      </dd>
      <dt>{t('fund.fee')}</dt>
      <dd>
        <Amount money={fee} />
      </dd>
      <dt>{t('fund.total')}</dt>
      <dd>
        <Amount money={clientPays} size="large" />
      </dd>
    </dl>
  )
}

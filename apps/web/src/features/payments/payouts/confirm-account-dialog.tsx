import { confirmPayoutAccount, readBalances, readPayoutAccount } from '@veranda/contract/payments/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useId } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { PayoutAccountName } from './payout-account-name.tsx'

/** Lets stopped payouts go on to the bank account that there is, after a step-up. */
export function ConfirmAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('payments')
  const c = useTranslations('common')
  const stepUpId = useId()
  const account = useRead(readPayoutAccount).data?.account
  const command = useCommand(confirmPayoutAccount, {
    invalidates: [readPayoutAccount, readBalances],
    onDone: () => {
      snackbars.add({ title: t('account.confirm.done'), tone: 'success' })
      onClose()
    },
  })
  const stepUp = useStepUp('always', true, command.problem)

  async function confirm() {
    const outcome = await command.run()
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('account.confirm.title')}
      text={t('account.confirm.text')}
      actions={
        <>
          <MissingSteps
            label={t('account.confirm.missing')}
            steps={stepUp.state === 'required' ? [{ label: t('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" busy={command.busy} disabled={stepUp.state !== 'done'} onClick={() => void confirm()}>
            {t('account.confirm')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {account && (
          <p>
            <strong>
              <PayoutAccountName account={account} />
            </strong>
          </p>
        )}
        <div id={stepUpId}>
          <StepUpForm stepUp={stepUp} />
        </div>
        <ProblemBanner problem={command.problem?.code === 'step-up.required' ? undefined : command.problem} />
      </Stack>
    </Dialog>
  )
}

import { changePayoutAccount, readBalances, readPayoutAccount } from '@veranda/contract/payments/routes.ts'
import { BankAccountDialog } from '../../../components/payment/bank-account-dialog.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Changes the bank account that payouts go to. */
export function PayoutAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('payments')
  const command = useCommand(changePayoutAccount, {
    invalidates: [readPayoutAccount, readBalances],
    onDone: () => {
      snackbars.add({ title: t('account.done'), tone: 'success' })
      onClose()
    },
  })
  return (
    <BankAccountDialog
      title={t('account.dialog')}
      text={t('account.dialog.text')}
      submitLabel={t('account.save')}
      command={{ busy: command.busy, problem: command.problem, run: (body) => command.run({ body }) }}
      onClose={onClose}
    />
  )
}

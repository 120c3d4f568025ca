import { readBalances } from '@veranda/contract/payments/routes.ts'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Balances } from '../features/payments/balances.tsx'
import { PayoutAccountCard } from '../features/payments/payouts/payout-account-card.tsx'
import { PayoutList } from '../features/payments/payouts/payout-list.tsx'
import { LedgerEntriesDialog } from '../features/payments/ledger-entries-dialog.tsx'
import { EscrowList } from '../features/payments/escrow-list.tsx'
import { ReceiptList } from '../features/payments/invoices/receipt-list.tsx'
import { RefundList } from '../features/payments/refunds/refund-list.tsx'
import { SandboxCards } from '../features/payments/charges/sandbox-cards.tsx'
import { useRead } from '../lib/api/query.ts'
import { useOffersServices } from '../lib/session/own-account.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { PaymentsOffBanner } from '../components/payment/payments-off.tsx'
import { usePaymentsOff } from '../lib/public-config.ts'
import { Page } from '../components/page/page.tsx'

/** Shows the user's balances, each with its entries, and the money on its way. */
export function PaymentScreen() {
  const t = useTranslations('payments')
  if (usePaymentsOff()) {
    return (
      <Page title={t('page')}>
        <PaymentsOffBanner />
      </Page>
    )
  }
  return (
    <Page title={t('page')}>
      <Balances />
      <Split>
        <Stack gap={4}>
          <EscrowList />
          <RefundList />
          <ReceiptList />
        </Stack>
        <Stack gap={4}>
          <PayoutSide />
          <SandboxCards />
        </Stack>
      </Split>
      <LedgerEntriesDialog />
    </Page>
  )
}

/** Shows the payouts, and where they go to users who offer something or have earned something. */
function PayoutSide() {
  const balances = useRead(readBalances)
  const offersServices = useOffersServices()
  const earns = balances.data?.items.some(({ key, amount }) => key.startsWith('creator.') && amount.amount > 0)
  return (
    <>
      {(offersServices || earns) && <PayoutAccountCard />}
      <PayoutList />
    </>
  )
}

import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Balances } from '../features/payments/balances.tsx'
import { PayoutList } from '../features/payments/payout-list.tsx'
import { PostingsDialog } from '../features/payments/postings-dialog.tsx'
import { ProtectedFunds } from '../features/payments/protected-list.tsx'
import { ReceiptList } from '../features/payments/receipt-list.tsx'
import { TestCards } from '../features/payments/test-cards.tsx'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

/** One's money: the numbers, each with its entries, and what is on its way. */
export function PaymentScreen() {
  const t = useWords('payments')
  return (
    <Page title={t('page')} lead={t('page.lead')}>
      <Balances />
      <Split>
        <Stack gap={4}>
          <ProtectedFunds />
          <ReceiptList />
        </Stack>
        <Stack gap={4}>
          <PayoutList />
          <TestCards />
        </Stack>
      </Split>
      <PostingsDialog />
    </Page>
  )
}

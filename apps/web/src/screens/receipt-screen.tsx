import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { ReceiptPage } from '../features/payments/invoices/receipt-page.tsx'
import { PaymentsOffBanner } from '../components/payment/payments-off.tsx'
import { usePaymentsOff } from '../lib/public-config.ts'
import { queryCache } from '../lib/api/query.ts'
import { useSession } from '../lib/session/session.ts'

/** Shows a receipt outside the shell, so that only the receipt is printed. */
export function ReceiptScreen() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const session = useSession()
  const paymentsOff = usePaymentsOff()
  if (session.status === 'out') return <Navigate to="/login" replace state={{ from: pathname }} />
  return (
    <QueryClientProvider client={queryCache}>
      {paymentsOff ? <PaymentsOffBanner /> : <ReceiptPage id={id} />}
    </QueryClientProvider>
  )
}

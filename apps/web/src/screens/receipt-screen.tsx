import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { ReceiptPage } from '../features/payments/invoices/receipt-page.tsx'
import { queryCache } from '../lib/api/query.ts'
import { useSession } from '../lib/session/session.ts'

/** Shows a receipt outside the shell, so that only the receipt is printed. */
export function ReceiptScreen() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const session = useSession()
  if (session.status === 'out') return <Navigate to="/login" replace state={{ from: pathname }} />
  return (
    <QueryClientProvider client={queryCache}>
      <ReceiptPage id={id} />
    </QueryClientProvider>
  )
}

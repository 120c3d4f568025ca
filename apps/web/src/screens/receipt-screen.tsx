import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { ReceiptPage } from '../features/payments/receipt-page.tsx'
import { cache } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'

/** A receipt outside of the shell, so that only the receipt is printed. */
export function ReceiptScreen() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const session = useSession()
  if (session.status === 'out') return <Navigate to="/login" replace state={{ from: pathname }} />
  return (
    <QueryClientProvider client={cache}>
      <ReceiptPage id={id} />
    </QueryClientProvider>
  )
}

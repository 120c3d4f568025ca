import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { lazy, Suspense } from 'react'
import { MoneyPanel } from '../../features/dashboard/money-panel.tsx'
import { useOwnAccount } from '../../lib/session/own-account.ts'

const NewTermsDialog = lazy(() =>
  import('../../features/accounts/terms/new-terms-dialog.tsx').then((module) => ({ default: module.NewTermsDialog })),
)

/**
 * Shows the money of the dashboard, and asks for new terms. The question is here, on the first screen after signing in,
 * because this part loads after what the user came for.
 */
export function DashboardSide({ dashboard }: { dashboard: Dashboard }) {
  const outdatedTerms = useOwnAccount().data?.outdatedTerms ?? null
  return (
    <>
      <MoneyPanel dashboard={dashboard} />
      {outdatedTerms !== null && (
        <Suspense>
          <NewTermsDialog agreedVersion={outdatedTerms} />
        </Suspense>
      )}
    </>
  )
}

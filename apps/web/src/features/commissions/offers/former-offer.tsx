import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { type ReactNode } from 'react'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommissionContract } from './commission-contract.tsx'

/** Renders the offers of a creator who has left the project, without the project itself. */
export function FormerOffer({ commissionId, notFound }: { commissionId: string; notFound: ReactNode }) {
  const t = useTranslations('commissions')
  const read = useRead(readCommission, { params: { id: commissionId } })
  return (
    <QueryBoundary
      query={read}
      errorTitle={t('project.failed')}
      notFound={notFound}
      skeleton={<Skeleton shape="block" height="240px" />}
    >
      {(commission) => (
        <Page title={t('former-offer.title', { name: commission.client.name })} lead={t('former-offer.text')}>
          <Stack gap={5}>
            <CommissionContract commission={commission} />
          </Stack>
        </Page>
      )}
    </QueryBoundary>
  )
}

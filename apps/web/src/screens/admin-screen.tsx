import { QueryClientProvider } from '@tanstack/react-query'
import { type QueueList } from '@veranda/contract/admin/schemas.ts'
import { type AdminQueueName, adminQueues } from '@veranda/core/admin/admin-queues.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { Navigate, useLocation, useParams } from 'react-router'
import { Page } from '../components/page/page.tsx'
import { AuditLog } from '../features/admin/audit-log.tsx'
import { lookUpSections } from '../features/admin/admin-paths.ts'
import { CaseList } from '../features/admin/case-list.tsx'
import { FailedWorkCase } from '../features/admin/cases/failed-work-case.tsx'
import { ChargebackCase } from '../features/admin/cases/chargeback-case.tsx'
import { DisputeCase } from '../features/admin/cases/dispute-case.tsx'
import { RefundCase } from '../features/admin/cases/refund-case.tsx'
import { ReportCase } from '../features/admin/cases/report-case.tsx'
import { TicketCase } from '../features/admin/cases/ticket-case.tsx'
import { AccountEntries } from '../features/admin/look-ups/account-entries.tsx'
import { LookUpSearch } from '../features/admin/look-ups/look-up-search.tsx'
import { LookedUpMoneyPage } from '../features/admin/look-ups/looked-up-money.tsx'
import { LookedUpProjectPage } from '../features/admin/look-ups/looked-up-project.tsx'
import { LookedUpUserPage } from '../features/admin/look-ups/looked-up-user.tsx'
import { Overview } from '../features/admin/overview.tsx'
import { queryCache } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { useSession } from '../lib/session/session.ts'
import { AdminFrame } from './admin/admin-frame.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Shows the admin pages, outside the shell: their queues take its place. */
export function AdminScreen() {
  const { pathname, search } = useLocation()
  const session = useSession()
  if (session.status === 'out') return <Navigate to="/login" replace state={{ from: pathname + search }} />
  return (
    <QueryClientProvider client={queryCache}>
      <AdminFrame>{(list) => <Section list={list} />}</AdminFrame>
    </QueryClientProvider>
  )
}

/** Shows the section of the address, of those that the admin's roles have. */
function Section({ list: data }: { list: QueueList }) {
  const t = useTranslations('admin')
  const { section, id } = useParams()
  if (section === undefined) {
    return (
      <Page title={t('overview')}>
        <Overview list={data} />
      </Page>
    )
  }
  if (section === 'audit-log' && id === undefined && data.permissions.includes('read-audit-log')) {
    return (
      <Page title={t('section.audit-log')}>
        <AuditLog />
      </Page>
    )
  }
  if (section === 'look-up' && id === undefined) {
    return (
      <Page title={t('section.look-up')} lead={t('look-up.lead')}>
        <LookUpSearch permissions={data.permissions} />
      </Page>
    )
  }
  const looked = lookUpSections.find((known) => known === section)
  if (looked !== undefined && id !== undefined) {
    const isPermitted = looked === 'users' || data.permissions.includes('look-up-work')
    return isPermitted ? <LookedUp key={id} section={looked} id={id} /> : <NotFoundScreen />
  }
  const queue = adminQueues.find((known) => known === section)
  if (queue === undefined || !data.items.some((one) => one.queue === queue)) return <NotFoundScreen />
  if (id !== undefined) return <Case key={id} queue={queue} id={id} />
  return (
    <Page title={t(`section.${queue}`)}>
      <Stack gap={5}>
        <CaseList key={queue} queue={queue} />
      </Stack>
    </Page>
  )
}

function LookedUp({ section, id }: { section: (typeof lookUpSections)[number]; id: string }) {
  switch (section) {
    case 'users':
      return <LookedUpUserPage id={id} />
    case 'projects':
      return <LookedUpProjectPage id={id} />
    case 'milestones':
      return <LookedUpMoneyPage kind="milestone" id={id} />
    case 'bookings':
      return <LookedUpMoneyPage kind="booking" id={id} />
    case 'accounts':
      return <AccountEntries account={id} />
  }
}

function Case({ queue, id }: { queue: AdminQueueName; id: string }) {
  switch (queue) {
    case 'tickets':
      return <TicketCase id={id} />
    case 'confirmations':
    case 'disputes':
      return <DisputeCase id={id} />
    case 'refunds':
      return <RefundCase id={id} />
    case 'chargebacks':
      return <ChargebackCase id={id} />
    case 'reports':
      return <ReportCase id={id} />
    case 'failed-work':
      return <FailedWorkCase id={id} />
    case 'no-shows':
      return <NotFoundScreen />
  }
}

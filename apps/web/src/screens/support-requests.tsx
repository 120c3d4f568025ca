import { readTicket } from '@veranda/contract/support/routes.ts'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { Page } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'
import { TicketList } from '../features/support/ticket-list.tsx'
import { TicketThread } from '../features/support/ticket-thread.tsx'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Shows the requests to support of the signed-in user, or one of them. */
export function SupportRequests({ id }: { id: string | undefined }) {
  return id === undefined ? <TicketList /> : <SupportRequest key={id} id={id} />
}

function SupportRequest({ id }: { id: string }) {
  const t = useTranslations('support')
  const query = useRead(readTicket, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<Skeleton shape="block" height="320px" />} notFound={<NotFoundScreen />}>
      {(ticket) => (
        <Page width="narrow" title={t('ticket.title', { number: ticket.number })} lead={t(`state.${ticket.state}`)}>
          <TicketThread ticket={ticket} />
        </Page>
      )}
    </QueryBoundary>
  )
}

import { readProject } from '@veranda/contract/commissions/routes.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useScreenTitle } from '../app/screen-title.ts'
import { selectCommission } from '../features/commissions/projects/select-commission.ts'
import { CommissionContract } from '../features/commissions/offers/commission-contract.tsx'
import { ProjectFiles } from '../features/commissions/deliverables/original-files.tsx'
import { FormerOffer } from '../features/commissions/offers/former-offer.tsx'
import { CommissionMilestones } from '../features/commissions/milestones/commission-milestones.tsx'
import { ChangeOrderCard } from '../features/commissions/change-orders/change-order-card.tsx'
import { ChangeOrderEditor } from '../features/commissions/change-orders/change-order-editor.tsx'
import { TopUps } from '../features/commissions/change-orders/top-up-card.tsx'
import { ChangeOrderHistory } from '../features/commissions/change-orders/change-order-history.tsx'
import { CommissionSwitcher } from '../features/commissions/projects/commission-switcher.tsx'
import { ProjectActivity } from '../features/commissions/projects/project-activity.tsx'
import { type ProjectTab, parseProjectTab } from '../features/commissions/project-url.ts'
import { ProjectHeader } from '../features/commissions/projects/project-header.tsx'
import { SettlementCard } from '../features/commissions/settlements/settlement-card.tsx'
import { SettlementHistory } from '../features/commissions/settlements/settlement-history.tsx'
import { MilestoneMoney } from '../features/commissions/milestones/milestone-money.tsx'
import { ProjectOverview } from '../features/commissions/projects/project-overview.tsx'
import { useRequestChangeFromMessage } from '../features/commissions/milestones/use-request-change-from-message.ts'
import { LedgerCard } from '../features/payments/ledger-timeline.tsx'
import { useRead } from '../lib/api/query.ts'
import { loadTranslations, useTranslations } from '../lib/i18n/i18n.ts'
import { PaymentsOffBanner } from '../components/payment/payments-off.tsx'
import { usePaymentsOff } from '../lib/public-config.ts'
import { QueryBoundary } from '../components/page/query-boundary.tsx'
import { CommissionReviews } from './commission-reviews.tsx'

// What the tabs need at once and the route, which is a part of every first load, does not name: fetched together as soon
// as the code of the page is there. What cannot be fetched is fetched again by what needs it.
void Promise.allSettled([
  loadTranslations(
    'assets',
    'common/steps',
    'commissions/change-orders',
    'commissions/disputes',
    'commissions/due-dates',
    'commissions/proposals',
    'commissions/refunds',
    'commissions/settlements',
  ),
])

const ProjectChat = lazy(() =>
  import('../features/conversations/project-chat.tsx').then((module) => ({ default: module.ProjectChat })),
)

/** Loads apart, because it is drawn below what comes first. */
const LazyBookings = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/bookings/project-bookings.tsx'),
    loadTranslations('bookings'),
  ])
  return { default: module.ProjectBookings }
})

/** Loads apart, because few projects have a question. */
const LazyConsents = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/talent/consents/work-consents.tsx'),
    loadTranslations('talent/listing'),
  ])
  return { default: module.WorkConsents }
})

/** Loads apart, because few milestones are disputed. */
const LazyDispute = lazy(() =>
  import('../features/commissions/disputes/dispute-page.tsx').then((module) => ({ default: module.DisputePage })),
)

/** Renders one project: overview, contract, milestones, files, money, activity and chat. */
export function ProjectScreen() {
  const t = useTranslations('commissions')
  const { id = '' } = useParams()
  const project = useRead(readProject, { params: { id } })
  useScreenTitle(`/projects/${id}`, project.data?.title)
  const [params] = useSearchParams()
  const commissionId = params.get('commission')
  const absent = (
    <Card>
      <EmptyState
        level={1}
        icon="projects"
        title={t('project.absent')}
        text={t('project.absent.text')}
        actions={<Button href="/projects">{t('project.to-list')}</Button>}
      />
    </Card>
  )
  return (
    <QueryBoundary
      query={project}
      errorTitle={t('project.failed')}
      skeleton={<ProjectSkeleton />}
      notFound={commissionId ? <FormerOffer commissionId={commissionId} notFound={absent} /> : absent}
    >
      {(data) => <ProjectContent project={data} />}
    </QueryBoundary>
  )
}

function ProjectContent({ project }: { project: Project }) {
  const [params] = useSearchParams()
  const view = parseProjectTab(params)
  // The read of the chat tab, which it finds in the cache; it has the events that keep its count up to date.
  const chats = useRead(
    listConversations,
    { query: { projectId: project.id } },
    { enabled: project.conversationId !== null },
  )
  return (
    <ProjectHeader project={project} view={view} unreadMessages={chats.data?.items[0]?.unread ?? 0}>
      <ProjectTabContent project={project} view={view} params={params} />
    </ProjectHeader>
  )
}

function ProjectTabContent({ project, view, params }: { project: Project; view: ProjectTab; params: URLSearchParams }) {
  const t = useTranslations('commissions')
  const paymentsOff = usePaymentsOff()
  const commission = selectCommission(project, params)
  const disputeId = params.get('dispute')
  if (view === 'overview')
    return (
      <ProjectOverview
        project={project}
        reviews={<ProjectReviews project={project} />}
        sessions={
          project.roomUrl !== null && (
            <Suspense>
              <LazyBookings projectId={project.id} creators={bookableCreators(project)} />
            </Suspense>
          )
        }
        consents={
          project.viewerRole === 'client' && (
            <Suspense>
              <LazyConsents projectId={project.id} />
            </Suspense>
          )
        }
      />
    )
  if (view === 'activity') return <ProjectActivity projectId={project.id} />
  if (view === 'files') return <ProjectFiles project={project} whenEmpty />
  if (view === 'chat') return <LazyChat project={project} at={params.get('at')} />
  if (!commission) {
    return (
      <Card>
        <EmptyState icon="people" title={t('overview.no-creators')} text={t('overview.no-creators.text')} />
      </Card>
    )
  }
  if (view === 'contract' && params.get('write') === 'change-order' && canChangeContract(commission)) {
    return <ChangeOrderEditor key={commission.id} commission={commission} />
  }
  return (
    <Stack gap={5}>
      <CommissionSwitcher project={project} shown={commission} view={view} />
      <SettlementCard key={`settlement-${commission.id}`} commission={commission} />
      <ChangeOrderCard key={`change-order-${commission.id}`} commission={commission} />
      <TopUps key={`top-ups-${commission.id}`} commission={commission} />
      {view === 'contract' && <CommissionContract key={commission.id} project={project} commission={commission} />}
      {view === 'contract' && <ChangeOrderHistory commission={commission} />}
      {view === 'contract' && <SettlementHistory commission={commission} />}
      {view === 'milestones' && disputeId !== null && (
        <Suspense fallback={<Skeleton shape="block" height="420px" />}>
          <LazyDispute key={disputeId} commission={commission} disputeId={disputeId} />
        </Suspense>
      )}
      {view === 'milestones' && disputeId === null && (
        <CommissionMilestones
          key={commission.id}
          commission={commission}
          reviews={<CommissionReviews commission={commission} />}
        />
      )}
      {view === 'money' && paymentsOff && <PaymentsOffBanner />}
      {view === 'money' && !paymentsOff && (
        <>
          {commission.milestones.length > 0 && <MilestoneMoney commission={commission} />}
          <LedgerCard projectId={project.id} />
        </>
      )}
    </Stack>
  )
}

/** Returns whether the viewer may propose a change order, or another one in place of the other side's. */
const canChangeContract = ({ actions, changeOrders }: Project['commissions'][number]) =>
  actions.includes('propose-change-order') ||
  changeOrders.some((order) => order.actions.includes('counter-change-order'))

/** Returns whether a creator was asked and has no part in the project yet. */
const isNegotiated = ({ state }: Project['commissions'][number]) =>
  state === 'requested' || state === 'offered' || state === 'countered'

/** Loads the chat code when the tab is first opened. */
function LazyChat({ project, at }: { project: Project; at: string | null }) {
  const more = useRequestChangeFromMessage(project)
  return (
    <Suspense fallback={<Skeleton shape="block" height="480px" />}>
      <ProjectChat
        projectId={project.id}
        client={project.viewerRole === 'client' ? undefined : project.client}
        askedCreators={project.commissions.filter(isNegotiated).map(({ creator }) => creator)}
        atSeq={at === null ? undefined : Number(at)}
        extraItems={more}
      />
    </Suspense>
  )
}

/** Returns the creators whom the client of a project can book a session with: those who work or have worked in it. */
function bookableCreators({ viewerRole, commissions }: Project) {
  if (viewerRole !== 'client') return []
  const creators = commissions
    .filter(({ state }) => state === 'active' || state === 'completed')
    .map(({ creator }) => creator)
  return [...new Map(creators.map((creator) => [creator.id, creator])).values()]
}

function ProjectReviews({ project }: { project: Project }) {
  return project.commissions.map((commission) => <CommissionReviews key={commission.id} commission={commission} />)
}

function ProjectSkeleton() {
  const t = useTranslations('commissions')
  return (
    <div role="status" aria-label={t('project.loading')}>
      <Stack gap={6}>
        <Skeleton shape="title" width="min(320px, 70%)" />
        <Skeleton width="100%" height="44px" />
        <Skeleton shape="block" height="160px" />
        <Skeleton shape="block" height="240px" />
      </Stack>
    </div>
  )
}

import { readProject } from '@veranda/contract/commissions/routes.ts'
import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useScreenName } from '../app/screen-name.ts'
import { chosenCommission } from '../features/commissions/choose-commission.ts'
import { CommissionContract } from '../features/commissions/commission-contract.tsx'
import { CommissionMilestones } from '../features/commissions/commission-milestones.tsx'
import { CommissionSwitch } from '../features/commissions/commission-switch.tsx'
import { ProjectActivity } from '../features/commissions/project-activity.tsx'
import { type ProjectView, viewOf } from '../features/commissions/project-address.ts'
import { ProjectHead } from '../features/commissions/project-head.tsx'
import { MilestoneMoney } from '../features/commissions/project-money.tsx'
import { ProjectOverview } from '../features/commissions/project-overview.tsx'
import { useMessageAsks } from '../features/commissions/use-message-asks.ts'
import { PostingsTimeline } from '../features/payments/postings-timeline.tsx'
import { Reviews } from '../features/reviews/reviews.tsx'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Reading } from '../parts/reading.tsx'

const ProjectChat = lazy(() =>
  import('../features/conversations/project-chat.tsx').then((module) => ({ default: module.ProjectChat })),
)

/** One project: what now, the contract, the milestones, the money, what happened, and the talk about it. */
export function ProjectScreen() {
  const t = useWords('projects')
  const { id = '' } = useParams()
  const project = useRead(readProject, { params: { id } })
  useScreenName(`/projects/${id}`, project.data?.title)
  return (
    <Reading
      of={project}
      failed={t('project.failed')}
      shape={<ProjectShape />}
      absent={
        <Card>
          <EmptyState
            level={1}
            icon="projects"
            title={t('project.absent')}
            text={t('project.absent.text')}
            actions={<Button href="/projects">{t('project.to-list')}</Button>}
          />
        </Card>
      }
    >
      {(data) => <Loaded project={data} />}
    </Reading>
  )
}

function Loaded({ project }: { project: Project }) {
  const [params] = useSearchParams()
  const view = viewOf(params)
  return (
    <ProjectHead project={project} view={view}>
      <Part project={project} view={view} params={params} />
    </ProjectHead>
  )
}

function Part({ project, view, params }: { project: Project; view: ProjectView; params: URLSearchParams }) {
  const t = useWords('projects')
  const p = useWords('payments')
  const commission = chosenCommission(project, params)
  if (view === 'overview') return <ProjectOverview project={project} reviews={<ProjectReviews project={project} />} />
  if (view === 'activity') return <ProjectActivity projectId={project.id} />
  if (view === 'chat') return <LazyChat project={project} at={params.get('at')} />
  if (!commission) {
    return (
      <Card>
        <EmptyState icon="people" title={t('overview.nobody')} text={t('overview.nobody.text')} />
      </Card>
    )
  }
  return (
    <Stack gap={5}>
      <CommissionSwitch project={project} shown={commission} view={view} />
      {view === 'contract' && <CommissionContract key={commission.id} project={project} commission={commission} />}
      {view === 'milestones' && <CommissionMilestones key={commission.id} commission={commission} />}
      {view === 'money' && (
        <>
          {commission.milestones.length > 0 && <MilestoneMoney commission={commission} />}
          <Card title={p('postings.title')}>
            <PostingsTimeline projectId={project.id} />
          </Card>
        </>
      )}
    </Stack>
  )
}

/** The chat brings its own machinery along; it is fetched when it is first opened. */
function LazyChat({ project, at }: { project: Project; at: string | null }) {
  const more = useMessageAsks(project)
  return (
    <Suspense fallback={<Skeleton shape="block" height="480px" />}>
      <ProjectChat projectId={project.id} at={at === null ? undefined : Number(at)} more={more} />
    </Suspense>
  )
}

function ProjectReviews({ project }: { project: Project }) {
  return project.commissions
    .filter(({ state, part }) => state === 'completed' && part !== 'guest')
    .map(({ id, part, client, creator }) => (
      <Reviews key={id} commissionId={id} other={part === 'client' ? creator : client} />
    ))
}

function ProjectShape() {
  const t = useWords('projects')
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

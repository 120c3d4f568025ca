import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { projectActionsFor } from '@veranda/core/commissions/actions.ts'
import { isOpenCommission } from '@veranda/core/commissions/offers/commission-states.ts'
import { isReadyToComplete } from '@veranda/core/commissions/projects/project.ts'
import { leadsToRoom } from '@veranda/core/commissions/projects/project-states.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { type Db } from '../../../platform/db/database.ts'
import { readCommissions } from '../offers/read-commission.ts'
import { userJson, toUserSummaryDto } from '../../../platform/access/user.presenter.ts'
import { selectProgressInProjects } from '../pending-actions.repository.ts'
import { toPendingActionDtos } from '../pending-actions.presenter.ts'
import { briefFilesJson, toBriefFileDto } from './brief-files.ts'
import { newestProposalJson, toProposalDto } from './project-proposal.repository.ts'
import { completingCreators, completionTime, projectWorkJson } from './project.repository.ts'

/** Returns a project as one of its members sees it, in five queries. */
export async function readProject(ctx: QueryContext, id: string): Promise<Result<Project>> {
  const { tx, actor, clock, deps } = ctx
  const row = await findProject(tx, id, actor.id)
  if (!row) return refuse('project.not-found', 'not-found')
  const commissions = await readCommissions(ctx, { projectId: id })
  const { rows: progress } = await selectProgressInProjects([id], actor.id).execute(tx)
  const at = { now: clock.now(), paymentsOn: deps.env.payments }
  const viewerRole = row.role === 'invited' ? 'creator' : row.role
  // A creator sees their own commissions only; how the project ends depends on all of them.
  const isArchived = row.archived_at !== null
  const proposal = toProposalDto(row.proposal, actor.id)
  const clientId = asId<UserId>(row.client_id)
  const { completing_creators: creators } = row
  const parties = { clientId, creatorIds: creators.map(({ id: userId }) => asId<UserId>(userId)) }
  const others = [row.client, ...creators].filter((user) => user.id !== actor.id)
  const facts = { state: row.state, isArchived, ...row.work, ...parties, isCompleting: proposal?.state === 'open' }
  const completesAt = row.completes_at === null ? null : toIso(row.completes_at)
  const { budget_from: from, budget_to: to, budget_currency: currency } = row
  return ok({
    id: row.id,
    version: row.version,
    title: row.title,
    brief: row.brief,
    files: row.files.map(toBriefFileDto),
    skills: row.skills,
    state: row.state,
    viewerRole,
    budget: from === null || to === null || currency === null ? null : { from, to, currency },
    client: toUserSummaryDto(row.client),
    commissions,
    askedCreatorIds: commissions.filter(({ state }) => isOpenCommission(state)).map(({ creator }) => creator.id),
    conversationId: row.conversation_id,
    roomUrl: leadsToRoom(row.state) ? `/rooms/${row.id}` : null,
    pendingActions: progress.flatMap((one) => toPendingActionDtos(one, actor.id, at)),
    ending: isReadyToComplete(facts) ? { completesAt, others: others.map(toUserSummaryDto), proposal } : null,
    isArchived,
    createdAt: toIso(row.created_at),
    actions: projectActionsFor(facts, { id: actor.id, role: viewerRole }),
  })
}

function findProject(db: Db, id: string, readerId: string) {
  return db
    .selectFrom('projects as p')
    .innerJoin('project_members as m', 'm.project_id', 'p.id')
    .innerJoin('users as cl', 'cl.id', 'p.client_id')
    .where('p.id', '=', id)
    .where('m.user_id', '=', readerId)
    .where('m.left_at', 'is', null)
    .selectAll('p')
    .select(['m.role', 'm.archived_at', userJson('cl').as('client')])
    .select([newestProposalJson('p').as('proposal'), completingCreators('p').as('completing_creators')])
    .select([projectWorkJson('p').as('work'), completionTime('p').as('completes_at'), briefFilesJson.as('files')])
    .select(
      sql<string | null>`(
        select v.id from conversations v join conversation_members vm on vm.conversation_id = v.id
        where v.kind = 'project' and v.project_id = p.id and vm.user_id = ${readerId} and vm.left_at is null
      )`.as('conversation_id'),
    )
    .executeTakeFirst()
}

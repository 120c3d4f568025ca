import { type ProjectProposal as ProposalView } from '@veranda/contract/commissions/projects/schemas.ts'
import { type Project } from '@veranda/core/commissions/agreement.ts'
import { type ProjectProposal, projectProposalActionsFor } from '@veranda/core/commissions/projects/project-proposal.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { jsonEpochMs } from '../json-timestamp.ts'
import { lockProject } from './project.repository.ts'

/**
 * Locks a proposal, its project before it, for those whom it concerns. Refuses project-proposal.not-found to everyone else.
 */
export async function lockProposalFor(
  ctx: CommandContext,
  id: string,
): Promise<Result<{ proposal: ProjectProposal; project: Project }>> {
  const row = await ctx.tx.selectFrom('project_proposals').select('project_id').where('id', '=', id).executeTakeFirst()
  const project = row && (await lockProjectForMember(ctx, row.project_id))
  const proposal = project && (await readProposal(ctx.tx, id))
  return proposal && project ? ok({ proposal, project }) : refuse('project-proposal.not-found', 'not-found')
}

/** Locks a project of which the actor is a member; undefined for everyone else. */
export async function lockProjectForMember({ tx, actor }: CommandContext, id: string): Promise<Project | undefined> {
  const project = await lockProject(tx, id)
  const member = await tx
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', id)
    .where('user_id', '=', actor.id)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return member && project
}

/** Reads a proposal whose project is locked, without which none changes. */
async function readProposal(tx: Tx, id: string): Promise<ProjectProposal | undefined> {
  const row = await tx.selectFrom('project_proposals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const waiting = await tx
    .selectFrom('project_proposal_consents')
    .select('user_id')
    .where('proposal_id', '=', id)
    .where('consented_at', 'is', null)
    .orderBy('user_id')
    .execute()
  return {
    id: asId(row.id),
    projectId: asId(row.project_id),
    authorId: asId(row.author_id),
    state: row.state,
    version: row.version,
    waitingFor: waiting.map(({ user_id: userId }) => asId<UserId>(userId)),
  }
}

/** Returns whether a project, which is locked, has a proposal that waits for an answer. */
export async function hasOpenProposal(tx: Tx, projectId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('project_proposals')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertProposal(tx: Tx, proposal: ProjectProposal, at: Instant): Promise<void> {
  const { id, projectId, authorId, state, waitingFor } = proposal
  await tx
    .insertInto('project_proposals')
    .values({ id, project_id: projectId, author_id: authorId, state, created_at: new Date(at) })
    .execute()
  await tx
    .insertInto('project_proposal_consents')
    .values(waitingFor.map((userId) => ({ proposal_id: id, user_id: userId })))
    .execute()
}

/** Saves an answer to a proposal or its end; `declined` says by whom and why. */
export async function saveProposal(
  tx: Tx,
  { id, state, version, waitingFor }: ProjectProposal,
  at: Instant,
  declined?: { readonly by: string; readonly reason: string },
): Promise<void> {
  const now = new Date(at)
  await tx
    .updateTable('project_proposals')
    .set({ state, version, ended_at: state === 'open' ? null : now })
    .$if(declined !== undefined, (query) => query.set({ answer: declined?.reason, declined_by: declined?.by }))
    .where('id', '=', id)
    .execute()
  await sql`
    update project_proposal_consents set consented_at = ${now}
    where proposal_id = ${id} and consented_at is null and user_id <> all(${[...waitingFor]}::uuid[])`.execute(tx)
}

/** Closes an open proposal to complete a project that ended in another way, or in which work begins again. */
export async function outdateProposal(tx: Tx, projectId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('project_proposals')
    .set((e) => ({ state: 'outdated', version: e('version', '+', 1), ended_at: new Date(at) }))
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .execute()
}

/** A proposal with the users that it names. Moments are epoch milliseconds. */
export type ProposalRow = {
  id: string
  version: number
  state: ProjectProposal['state']
  author: UserSummaryRow
  declinedBy: UserSummaryRow | null
  answer: string
  createdAt: Instant
  asked: { user: UserSummaryRow; consentedAt: Instant | null }[]
}

/** Selects the newest proposal to complete a project, in a nullable column. */
export function newestProposalJson(alias: string): RawBuilder<ProposalRow | null> {
  return sql<ProposalRow | null>`(
    select json_build_object('id', o.id, 'version', o.version, 'state', o.state, 'author', ${userJson('oa')},
      'declinedBy', case when od.id is not null then ${userJson('od')} end, 'answer', o.answer,
      'createdAt', ${jsonEpochMs('o.created_at')}, 'asked', (
        select json_agg(json_build_object('user', ${userJson('ou')}, 'consentedAt', ${jsonEpochMs('oc.consented_at')})
          order by ou.name, ou.id)
        from project_proposal_consents oc join users ou on ou.id = oc.user_id where oc.proposal_id = o.id))
    from project_proposals o join users oa on oa.id = o.author_id left join users od on od.id = o.declined_by
    where o.project_id = ${sql.ref(`${alias}.id`)} order by o.created_at desc, o.id desc limit 1
  )`
}

/** Maps the newest proposal to the DTO; null once it has ended in another way than by a member who declined it. */
export function toProposalDto(row: ProposalRow | null, viewerId: UserId): ProposalView | null {
  if (row === null || (row.state !== 'open' && row.state !== 'declined')) return null
  const { id, version, state, author, declinedBy, answer, createdAt, asked } = row
  const waitingFor = asked.filter((one) => one.consentedAt === null).map(({ user }) => asId<UserId>(user.id))
  return {
    id,
    version,
    state,
    author: toUserSummaryDto(author),
    asked: asked.map((one) => ({ user: toUserSummaryDto(one.user), hasConsented: one.consentedAt !== null })),
    declinedBy: declinedBy && toUserSummaryDto(declinedBy),
    answer,
    createdAt: toIso(createdAt),
    actions: projectProposalActionsFor({ state, authorId: asId(author.id), waitingFor }, viewerId),
  }
}

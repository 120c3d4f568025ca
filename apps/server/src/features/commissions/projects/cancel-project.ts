import { type ReasonBody } from '@veranda/contract/commissions/schemas.ts'
import { type Project as ProjectView } from '@veranda/contract/commissions/projects/schemas.ts'
import { type Commission } from '@veranda/core/commissions/agreement.ts'
import { decline, isNegotiated, withdraw } from '@veranda/core/commissions/offers/commission.ts'
import { cancelProject as decide } from '@veranda/core/commissions/projects/project.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { type Cause, type CommandContext } from '../../../platform/access/command-context.ts'
import { lockCommission, saveCommission } from '../offers/commission.repository.ts'
import { outdateProposal } from './project-proposal.repository.ts'
import { lockProject, saveProject } from './project.repository.ts'
import { readProject } from './read-project.ts'

/** Cancels a project without money in escrow and ends its open negotiations. */
export async function cancelProject(ctx: CommandContext, id: string, body: ReasonBody): Promise<Result<ProjectView>> {
  const { tx, actor, clock } = ctx
  const by = { actor: actor.id, at: clock.now() }
  const negotiations = await lockOpenNegotiations(ctx, id)
  const project = await lockProject(tx, id)
  if (!project || project.clientId !== actor.id) return refuse('project.not-found', 'not-found')
  const commissions = await tx.selectFrom('commissions').select(['id', 'state']).where('project_id', '=', id).execute()
  const milestones = await tx.selectFrom('milestones').select('state').where('project_id', '=', id).execute()
  const decided = decide(project, 'client', {
    ...body,
    commissions: commissions.map((row) => row.state),
    milestones: milestones.map((row) => row.state),
  })
  if (!decided.ok) return decided
  // A commission requested while this waited for the project lock is not among the locked ones.
  const newRequests = commissions.filter(
    (row) => row.state === 'requested' && !negotiations.some((one) => one.id === row.id),
  )
  for (const row of newRequests) {
    const one = await lockCommission(tx, row.id)
    if (one) negotiations.push(one)
  }
  for (const commission of negotiations) {
    const ended = await endNegotiation(ctx, commission, body.reason, by)
    if (!ended.ok) return ended
  }
  await outdateProposal(tx, id, by.at)
  await saveProject(tx, decided.value.next, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
  return readProject(ctx, id)
}

async function lockOpenNegotiations({ tx }: CommandContext, projectId: string): Promise<Commission[]> {
  const rows = await tx
    .selectFrom('commissions')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', 'in', ['requested', 'offered', 'countered'])
    .orderBy('id')
    .execute()
  const locked: Commission[] = []
  for (const { id } of rows) {
    const one = await lockCommission(tx, id)
    if (one) locked.push(one)
  }
  return locked
}

async function endNegotiation(
  { tx }: CommandContext,
  commission: Commission,
  reason: string,
  by: Cause,
): Promise<Result<null>> {
  const input = { reason, expected: commission.version }
  if (!isNegotiated(commission)) return ok(null)
  const end = commission.state === 'offered' ? decline : withdraw
  const ended = end(commission, 'client', input)
  if (!ended.ok) return ended
  await saveCommission(tx, ended.value.next, by.at)
  await appendCommissionEvent(tx, ended.value.event, by)
  return ok(null)
}

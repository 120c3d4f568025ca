import { type Project as ProjectView, type ReasonBody } from '@veranda/contract/commissions/schemas.ts'
import { cancelProject as decide } from '@veranda/core/commissions/change-project.ts'
import { type Commission } from '@veranda/core/commissions/deal.ts'
import { decline } from '@veranda/core/commissions/decline.ts'
import { withdrawOffer } from '@veranda/core/commissions/withdraw-offer.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type At, type By } from '../at.ts'
import { lockCommission, saveCommission } from '../offers/rows.ts'
import { tell } from '../tell.ts'
import { readProject } from './read-project.ts'
import { lockProject, saveProject } from './rows.ts'

/** The client cancels a project in which nothing is held; what is still being negotiated ends with it. */
export async function cancelProject(at: At, id: string, body: ReasonBody): Promise<Result<ProjectView>> {
  const { tx, actor, clock } = at
  const by = { actor: actor.id, at: clock.now() }
  const negotiated = await lockNegotiations(at, id)
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
  // One that was asked for while we waited for the project is not among those we hold.
  const fresh = commissions.filter((row) => row.state === 'requested' && !negotiated.some((one) => one.id === row.id))
  for (const row of fresh) {
    const one = await lockCommission(tx, row.id)
    if (one) negotiated.push(one)
  }
  for (const commission of negotiated) {
    const ended = await endNegotiation(at, commission, body.reason, by)
    if (!ended.ok) return ended
  }
  await saveProject(tx, decided.value.next, by.at)
  await tell(tx, decided.value.event, by)
  return readProject(at, id)
}

async function lockNegotiations({ tx }: At, projectId: string): Promise<Commission[]> {
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

async function endNegotiation({ tx }: At, commission: Commission, reason: string, by: By): Promise<Result<null>> {
  const input = { reason, expected: commission.version }
  const end = commission.state === 'offered' ? decline : withdrawOffer
  if (!['requested', 'offered', 'countered'].includes(commission.state)) return ok(null)
  const ended = end(commission, 'client', input)
  if (!ended.ok) return ended
  await saveCommission(tx, ended.value.next, by.at)
  await tell(tx, ended.value.event, by)
  return ok(null)
}

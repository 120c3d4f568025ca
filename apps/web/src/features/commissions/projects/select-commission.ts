import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'

/** Priority by state; the highest is selected when the URL names no commission. */
const selectionPriority: Record<Commission['state'], number> = {
  active: 9,
  accepted: 8,
  countered: 7,
  offered: 6,
  requested: 5,
  completed: 4,
  cancelled: 1,
  declined: 1,
  withdrawn: 1,
  expired: 1,
}

/** Returns the commission named by the URL, directly or by a milestone, else the one with the highest priority. */
export function selectCommission(project: Project, params: URLSearchParams): Commission | undefined {
  const { commissions } = project
  const [commissionId, milestoneId] = [params.get('commission'), params.get('milestone')]
  const named = commissions.find(
    ({ id, milestones }) => id === commissionId || milestones.some((one) => one.id === milestoneId),
  )
  return named ?? commissions.toSorted((a, b) => selectionPriority[b.state] - selectionPriority[a.state])[0]
}

/** Returns the milestone named by the URL, else the first open one, else the last. */
export function selectMilestone(commission: Commission, commissionId: string | null): Milestone | undefined {
  const { milestones } = commission
  return (
    milestones.find(({ id }) => id === commissionId) ??
    milestones.find(({ state }) => !isTerminal(state)) ??
    milestones.at(-1)
  )
}

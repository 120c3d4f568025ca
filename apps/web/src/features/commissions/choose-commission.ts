import { type Commission, type Milestone, type Project } from '@veranda/contract/commissions/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestone-states.ts'

/** How near to work each state is; the nearest is shown when the address names none. */
const nearness: Record<Commission['state'], number> = {
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

/** The commission that the address names by itself or by a milestone, else the one nearest to work. */
export function chosenCommission(project: Project, params: URLSearchParams): Commission | undefined {
  const { commissions } = project
  const [wanted, milestone] = [params.get('commission'), params.get('milestone')]
  const named = commissions.find(
    ({ id, milestones }) => id === wanted || milestones.some((one) => one.id === milestone),
  )
  return named ?? commissions.toSorted((a, b) => nearness[b.state] - nearness[a.state])[0]
}

/** The milestone that the address names, else the first that is not over, else the last. */
export function chosenMilestone(commission: Commission, wanted: string | null): Milestone | undefined {
  const { milestones } = commission
  return (
    milestones.find(({ id }) => id === wanted) ??
    milestones.find(({ state }) => !isTerminal(state)) ??
    milestones.at(-1)
  )
}

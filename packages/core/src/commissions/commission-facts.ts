import { type Commission } from './deal.ts'
import { type CommissionFacts } from './events.ts'

/** What every event about a commission says. */
export function commissionFacts(commission: Commission): CommissionFacts {
  const { projectId, clientId, creatorId } = commission
  return { projectId, commissionId: commission.id, clientId, creatorId }
}

/** The commission with a change, one version on. */
export function changed(commission: Commission, change: Partial<Omit<Commission, 'id' | 'version'>>): Commission {
  return { ...commission, ...change, version: commission.version + 1 }
}

import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type Tx } from '../../db/database.ts'
import { append, appendAll, type NewEvent } from '../../log/append.ts'
import { type By } from './at.ts'

/** Writes what happened into the log. `more` goes along in the data, for reactions that need to know it. */
export async function tell(tx: Tx, event: CommissionEvent, by: By, more: object = {}): Promise<void> {
  await append(tx, told(event, by, more))
}

/** Writes what happened one after the other, each by somebody, into the log at once. */
export async function tellAll(tx: Tx, events: readonly (readonly [CommissionEvent, By])[]): Promise<void> {
  await appendAll(
    tx,
    events.map(([event, by]) => told(event, by)),
  )
}

function told({ type, data }: CommissionEvent, by: By, more: object = {}): NewEvent {
  const about = { subject: subjectOf(data), projectId: data.projectId }
  return { type, ...about, actor: by.actor, at: by.at, data: { ...data, ...more } }
}

function subjectOf(data: CommissionEvent['data']): { kind: string; id: string } {
  if ('milestoneId' in data) return { kind: 'milestone', id: data.milestoneId }
  if ('commissionId' in data) return { kind: 'commission', id: data.commissionId }
  return { kind: 'project', id: data.projectId }
}

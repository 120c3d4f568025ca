import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type Tx } from '../../platform/db/database.ts'
import { appendEvent, appendEvents, type NewEvent } from '../../platform/events/append-event.ts'
import { type Cause } from '../../platform/access/command-context.ts'

/** Appends an event. `extra` is added to its data for event handlers that need it. */
export async function appendCommissionEvent(
  tx: Tx,
  event: CommissionEvent,
  by: Cause,
  extra: object = {},
): Promise<void> {
  await appendEvent(tx, toNewEvent(event, by, extra))
}

/** Appends several events in order, each with its own cause. */
export async function appendCommissionEvents(
  tx: Tx,
  events: readonly (readonly [CommissionEvent, Cause])[],
): Promise<void> {
  await appendEvents(
    tx,
    events.map(([event, by]) => toNewEvent(event, by)),
  )
}

function toNewEvent({ type, data }: CommissionEvent, by: Cause, extra: object = {}): NewEvent {
  const target = { subject: subjectOf(data), projectId: data.projectId }
  return { type, ...target, actor: by.actor, at: by.at, data: { ...data, ...extra } }
}

function subjectOf(data: CommissionEvent['data']): { kind: string; id: string } {
  if ('milestoneId' in data) return { kind: 'milestone', id: data.milestoneId }
  if ('commissionId' in data) return { kind: 'commission', id: data.commissionId }
  return { kind: 'project', id: data.projectId }
}

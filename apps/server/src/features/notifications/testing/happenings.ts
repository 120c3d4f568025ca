import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type CommissionId, type MilestoneId, type ProjectId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Told } from '@veranda/core/notifications/from-event.ts'
import { append } from '../../../log/append.ts'
import { type Person, type TestApp } from '../../../testing/test-app.ts'

export const projectId = '01900000-0000-7000-8000-000000000001' as ProjectId
export const milestoneId = '01900000-0000-7000-8000-000000000002' as MilestoneId
const commissionId = '01900000-0000-7000-8000-000000000003' as CommissionId

/** Facts of one milestone between two people. */
export function milestoneFacts(client: Person, creator: Person, title = 'Atrium model') {
  return {
    projectId,
    commissionId,
    milestoneId,
    clientId: client.id,
    creatorId: creator.id,
    title,
    amount: minor(120_000),
    currency: 'EUR',
  } as const
}

/** Writes an event into the log, as a use case would. */
export async function happens(app: TestApp, actor: Person | null, event: Told): Promise<void> {
  await app.transact((tx) =>
    append(tx, {
      ...event,
      subject: { kind: 'test', id: milestoneId },
      projectId: null,
      actor: actor?.id ?? null,
      at: app.deps.clock.now(),
    }),
  )
}

/** A creator submits a version of the milestone to the client: medium for nobody, high for the client. */
export function submitted(client: Person, creator: Person, title?: string): CommissionEvent<'milestone.submitted'> {
  const facts = milestoneFacts(client, creator, title)
  // Ids and times of no row.
  const more = { deliverableId: milestoneId, hash: 'h', reviewEndsAt: 0 } as unknown as object
  return { type: 'milestone.submitted', data: { ...facts, ...more } } as CommissionEvent<'milestone.submitted'>
}

/** The creator starts: medium for the client. */
export function started(client: Person, creator: Person, title?: string): CommissionEvent<'milestone.started'> {
  return { type: 'milestone.started', data: milestoneFacts(client, creator, title) }
}

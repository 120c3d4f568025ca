import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type CommissionId, type MilestoneId, type ProjectId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type NotifiableEvent } from '@veranda/core/notifications/delivery/drafts-from-events.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestUser, type TestApp } from '../../../testing/test-app.ts'

export const projectId = '01900000-0000-7000-8000-000000000001' as ProjectId
export const milestoneId = '01900000-0000-7000-8000-000000000002' as MilestoneId
const commissionId = '01900000-0000-7000-8000-000000000003' as CommissionId

/** Returns the facts of one milestone between two users. */
export function milestoneFacts(client: TestUser, creator: TestUser, title = 'Atrium model') {
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

/** Appends an event to the outbox, as a use case would. */
export async function appendSampleEvent(app: TestApp, actor: TestUser | null, event: NotifiableEvent): Promise<void> {
  await app.transact((tx) =>
    appendEvent(tx, {
      ...event,
      subject: { kind: 'test', id: milestoneId },
      projectId: null,
      actor: actor?.id ?? null,
      at: app.deps.clock.now(),
    }),
  )
}

/** Returns the event of a creator submitting a version: high for the client. */
export function milestoneSubmitted(
  client: TestUser,
  creator: TestUser,
  title?: string,
): CommissionEvent<'milestone.submitted'> {
  const facts = milestoneFacts(client, creator, title)
  // Ids and times that belong to no row.
  const rest = { deliverableId: milestoneId, hash: 'h', reviewEndsAt: 0 } as unknown as object
  return { type: 'milestone.submitted', data: { ...facts, ...rest } } as CommissionEvent<'milestone.submitted'>
}

/** Returns the event of the creator starting work: medium for the client. */
export function milestoneStarted(
  client: TestUser,
  creator: TestUser,
  title?: string,
): CommissionEvent<'milestone.started'> {
  return { type: 'milestone.started', data: { ...milestoneFacts(client, creator, title), automatic: false } }
}

/** Returns the event of the creator making an offer: high for the client. */
export function offerMade(client: TestUser, creator: TestUser): CommissionEvent<'offer.made'> {
  // The facts of the offer itself are in no text.
  return { type: 'offer.made', data: milestoneFacts(client, creator) } as unknown as CommissionEvent<'offer.made'>
}

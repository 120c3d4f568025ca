import { workConsentChanged } from '@veranda/contract/talent/events.ts'
import { asId, type ProjectId, type UserId } from '@veranda/core/ids.ts'
import { type WorkConsentEventType } from '@veranda/core/talent/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'

export type ConsentRow = {
  readonly id: string
  readonly project_id: string
  readonly creator_id: string
  readonly client_id: string
  readonly version: number
  readonly title: string
}

/** Appends an event of a consent and publishes the change to client and creator, whose page may change with it. */
export async function appendConsentEvent(
  tx: Tx,
  type: WorkConsentEventType,
  consent: ConsentRow,
  { actor, at }: { actor: string; at: Instant },
): Promise<void> {
  await appendEvent(tx, {
    type,
    subject: { kind: 'work-consent', id: consent.id },
    projectId: consent.project_id,
    actor,
    at,
    data: {
      consentId: consent.id,
      projectId: asId<ProjectId>(consent.project_id),
      creatorId: asId<UserId>(consent.creator_id),
      clientId: asId<UserId>(consent.client_id),
      title: consent.title,
    },
  })
  const change = { id: consent.id, version: consent.version }
  await publishChange(tx, [consent.client_id, consent.creator_id], workConsentChanged, change)
  await publishProfileChange(tx, consent.creator_id)
}

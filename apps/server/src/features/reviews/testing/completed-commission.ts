import { after, day } from '@veranda/core/time/instant.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestUser, type TestApp, testApp } from '../../../testing/test-app.ts'
import { reviewsFeature } from '../feature.ts'

/** A completed commission with its two parties, as reviews see it. */
export type CompletedCommission = {
  readonly commissionId: string
  readonly client: TestUser
  readonly creator: TestUser
}

/** Creates the server with reviews only, and a function that completes a commission. */
export async function reviewsFixture(): Promise<{ app: TestApp; finished: () => Promise<CompletedCommission> }> {
  const app = await testApp({ features: [reviewsFeature] })
  return { app, finished: () => completeCommission(app) }
}

async function completeCommission(app: TestApp): Promise<CompletedCommission> {
  const { db, ids } = app.deps
  const [client, creator] = [await app.createUser('Carla Client'), await app.createUser('Pia Maker')]
  const [projectId, commissionId] = [ids.next(), ids.next()]
  const at = app.clock.now()
  const times = { created_at: new Date(at), updated_at: new Date(at) }
  const project = { id: projectId, client_id: client.id, title: 'A lobby', brief: 'For our office', ...times }
  await db
    .insertInto('projects')
    .values({ ...project, state: 'active' })
    .execute()
  const parties = { client_id: client.id, creator_id: creator.id }
  await db
    .insertInto('commissions')
    .values({ id: commissionId, project_id: projectId, ...parties, state: 'completed', ...times })
    .execute()
  const facts = { projectId, commissionId, clientId: client.id, creatorId: creator.id }
  await app.transact((tx) =>
    appendEvent(tx, {
      type: 'commission.completed',
      subject: { kind: 'commission', id: commissionId },
      projectId,
      actor: null,
      at,
      data: { ...facts, reviewsCloseAt: after(at, 14 * day) },
    }),
  )
  await app.runUntilIdle()
  return { commissionId, client, creator }
}

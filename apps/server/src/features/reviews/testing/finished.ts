import { after, day } from '@veranda/core/time/instant.ts'
import { append } from '../../../log/append.ts'
import { type Person, type TestApp, testApp } from '../../../testing/test-app.ts'
import { reviewsFeature } from '../feature.ts'

/** A completed commission with its two people, as far as reviews know of it. */
export type Finished = { readonly commissionId: string; readonly client: Person; readonly creator: Person }

/** The server with reviews alone, and a way to finish a commission. */
export async function commissionsFixture(): Promise<{ app: TestApp; finished: () => Promise<Finished> }> {
  const app = await testApp({ features: [reviewsFeature] })
  return { app, finished: () => finish(app) }
}

async function finish(app: TestApp): Promise<Finished> {
  const { db, ids } = app.deps
  const [client, creator] = [await app.person('Carla Client'), await app.person('Pia Maker')]
  const [projectId, commissionId] = [ids.next(), ids.next()]
  const at = app.clock.now()
  const times = { created_at: new Date(at), updated_at: new Date(at) }
  const project = { id: projectId, client_id: client.id, title: 'A lobby', brief: 'For our office', ...times }
  await db
    .insertInto('projects')
    .values({ ...project, state: 'active' })
    .execute()
  const people = { client_id: client.id, creator_id: creator.id }
  await db
    .insertInto('commissions')
    .values({ id: commissionId, project_id: projectId, ...people, state: 'completed', ...times })
    .execute()
  const facts = { projectId, commissionId, clientId: client.id, creatorId: creator.id }
  await app.transact((tx) =>
    append(tx, {
      type: 'commission.completed',
      subject: { kind: 'commission', id: commissionId },
      projectId,
      actor: null,
      at,
      data: { ...facts, reviewsCloseAt: after(at, 14 * day) },
    }),
  )
  await app.settle()
  return { commissionId, client, creator }
}

import * as contract from '@veranda/contract/commissions/routes.ts'
import { readStoredFileFacts } from '@veranda/contract/assets/routes.ts'
import { noEmbeddedMetadata } from '@veranda/core/assets/testing/no-embedded-metadata.ts'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../../seed/assets/chair.ts'
import { modifyGlb } from '../../../platform/assets/testing/malformed-glb.ts'
import { makePhotograph, photographMetadata } from '../../../platform/assets/testing/make-photograph.ts'
import { mediaMetadata, taggedPdfs, taggedVideos } from '../../../platform/assets/testing/make-tagged-media.ts'
import { uploadAsset, uploadImage } from '../../../platform/assets/testing/upload-client.ts'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { CommissionScenario, makeCreator } from '../testing/commission-scenario.ts'

let t: TestApp
let maya: TestUser
let kenji: TestUser

beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  kenji = await t.createUser('Kenji', { role: 'creator' })
  await makeCreator(t, kenji)
})
afterAll(() => t.close())

const download = async (who: TestUser, url: string) =>
  (await t.app.http.inject({ url, headers: { cookie: who.cookie } })).rawPayload

test('a delivered original stays byte-identical; its creator sees what it carries, the client only after the release', async () => {
  const scenario = new CommissionScenario(t, { client: maya, creator: kenji })
  await scenario.request()
  await scenario.makeOffer()
  await scenario.accept()
  await scenario.fund()
  const photograph = await makePhotograph()
  const named = { generator: 'Blender 5', copyright: '2026 Kenji', extras: { author: 'Kenji Arai' } }
  const glb = modifyGlb(await makeChair(1), (json) => {
    json['asset'] = { ...(json['asset'] as object), ...named }
  })
  const { id: fileId } = await uploadImage(t, kenji, 'front.jpg', photograph)
  const model = await uploadAsset(t, kenji, 'chair.glb', glb)
  const image = await uploadAsset(t, kenji, 'side.jpg', photograph)
  const [tour = Buffer.alloc(0)] = Object.values(taggedVideos)
  const video = await uploadAsset(t, kenji, 'tour.mov', tour)
  const brief = await uploadAsset(t, kenji, 'brief.pdf', taggedPdfs['XMP'] ?? Buffer.alloc(0))
  const modelMetadata = {
    ...noEmbeddedMetadata,
    author: 'Kenji Arai',
    copyright: '2026 Kenji',
    software: 'Blender 5',
  }
  expect((await t.injectAs(kenji, readStoredFileFacts, { params: { id: fileId } })).reply.embeddedMetadata).toEqual(
    photographMetadata,
  )
  expect([model.embeddedMetadata, image.embeddedMetadata]).toEqual([modelMetadata, photographMetadata])

  expect([video, brief].map(({ kind, embeddedMetadata }) => ({ kind, embeddedMetadata }))).toEqual([
    { kind: 'video', embeddedMetadata: mediaMetadata },
    { kind: 'document', embeddedMetadata: mediaMetadata },
  ])

  const { id } = await scenario.milestone()
  const body = { notes: 'Here', fileIds: [fileId], assetIds: [model.id, image.id, video.id, brief.id] }
  const added = (await t.injectAs(kenji, contract.addDeliverable, { params: { id }, body })).reply
  const version = added.deliverables[0]
  expect(version?.files.map(({ embeddedMetadata }) => embeddedMetadata)).toEqual([photographMetadata])
  expect(version?.assets.map(({ embeddedMetadata }) => embeddedMetadata)).toEqual([
    modelMetadata,
    photographMetadata,
    mediaMetadata,
    mediaMetadata,
  ])
  expect(version?.files[0]?.hash).toBe(hash('sha256', photograph))

  const ref = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
  await t.injectAs(kenji, contract.submitMilestone, { params: { id }, body: ref })
  const seen = async () => {
    const [shown] = (await scenario.milestone()).deliverables
    return [...(shown?.files ?? []), ...(shown?.assets ?? [])]
  }
  for (const file of await seen()) expect(file).not.toHaveProperty('embeddedMetadata')
  await scenario.approve()
  await t.runUntilIdle()
  const released = await seen()
  const originals = await Promise.all(released.map(({ sourceUrl }) => download(maya, sourceUrl ?? '')))
  expect(originals.map((bytes) => hash('sha256', bytes))).toEqual(
    [photograph, glb, photograph, tour, taggedPdfs['XMP'] ?? ''].map((bytes) => hash('sha256', bytes)),
  )
})

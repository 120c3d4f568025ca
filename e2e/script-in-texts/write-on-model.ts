import { randomUUID } from 'node:crypto'
import type { Asset } from '@veranda/contract/assets/schemas.ts'
import { addPin, changePinState, listPins, placePin, replyToPin } from '@veranda/contract/commissions/pins/routes.ts'
import { requestChanges } from '@veranda/contract/commissions/routes.ts'
import { editMessage, openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { readRoomRecords, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { ModelBuilder } from '../../apps/server/seed/assets/model-builder.ts'
import { roundedBox } from '../../apps/server/seed/assets/shapes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { severalLines, type Write } from './payloads.ts'

/** The first word of a message that is searched for: it is marked in the text, which is taken apart for it. */
export const foundWord = 'found'

/** Builds a model of two parts with these names, as large as the chair has to be. */
export async function makeModel(...partNames: readonly [string, string]): Promise<Uint8Array> {
  const model = new ModelBuilder('Two parts')
  const oak = model.addMaterial({ name: 'Oak', color: [0.6, 0.5, 0.3], roughness: 0.6 })
  const [width, height, depth] = [0.54, 0.861 / 2, 0.568]
  for (const [index, name] of partNames.entries())
    model.addPart(name, roundedBox(width, height, depth, 0.02, 2), oak, { position: [0, (index + 0.5) * height, 0] })
  return model.toGlb()
}

/** Pins and discusses a model, requests changes of it, writes messages and a note in the room. */
export async function writeOnChair(maya: ApiClient, kenji: ApiClient, write: Write, model: Promise<Asset>) {
  const chair = await readingChairProject(kenji)
  const asset = await model
  const version = await chair.deliver(asset)
  const milestone = await chair.milestone()
  const params = { id: milestone.id }
  const anchorOn = (part: string) => anchor(version.id, asset.id, part)
  const addPinOn = (part: string, text: string) =>
    maya.call(addPin, { params, body: { ...anchorOn(part), text, change: false } })
  const pin = await addPinOn(write('pin-part'), write('pin', severalLines))
  await kenji.call(replyToPin, { params: { id: pin.id }, body: { text: write('pin-reply', severalLines) } })
  const discussed = (await maya.call(listPins, { params })).items.find(({ id }) => id === pin.id) ?? pin
  const fixed = { action: 'fix' as const, text: write('pin-state', severalLines), expected: discussed.version }
  await kenji.call(changePinState, { params: { id: pin.id }, body: fixed })
  const other = await addPinOn(write('pin-part'), 'placed elsewhere')
  const placed = { ...anchorOn(write('placed-part')), expected: other.version }
  await maya.call(placePin, { params: { id: other.id }, body: placed })
  await writeInRoom(maya, chair.projectId, { deliverableId: version.id, assetId: asset.id }, write)
  await maya.call(requestChanges, {
    params,
    body: {
      deliverableId: version.id,
      hash: version.hash,
      items: [write('change-item', severalLines)],
      expected: milestone.version,
    },
  })
  const { id: directId } = await maya.call(openDirectConversation, { body: { userId: kenji.id } })
  const send = (by: ApiClient, message: string, more: { replyTo?: string; assetIds?: string[] } = {}) =>
    by.call(sendMessage, { params: { id: directId }, body: { clientId: randomUUID(), message, ...more } })
  const first = await send(maya, write('message', severalLines))
  await send(maya, write('found-message'))
  const second = await send(kenji, 'to be edited', { replyTo: first.id })
  await kenji.call(editMessage, { params: { id: second.id }, body: { message: write('edited-message', severalLines) } })
  await send(kenji, '', { assetIds: [asset.id] })
  return { chairProjectId: chair.projectId, directId }
}

const settings = {
  hidden: [],
  explode: 0,
  section: null,
  wireframe: false,
  light: 'studio' as const,
  sizes: false,
}

/** Returns a place on a part of a model. */
export const anchor = (deliverableId: string, assetId: string, part: string) => ({
  deliverableId,
  assetId,
  part,
  position: { x: 0, y: 0.4, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  view: { eye: [1, 1, 1] as [number, number, number], target: [0, 0, 0] as [number, number, number], settings },
})

/** Puts a version into the scene of a project's room, and a note next to it. */
async function writeInRoom(
  maya: ApiClient,
  roomId: string,
  shown: { readonly deliverableId: string; readonly assetId: string },
  write: Write,
) {
  const set = async (key: string, value: Record<string, unknown>) => {
    const { items } = await maya.call(readRoomRecords, { params: { id: roomId } })
    const expected = items.find((record) => record.key === key)?.version ?? 0
    await maya.call(setRoomRecord, { params: { id: roomId, key }, body: { expected, value } })
  }
  await set('scene', { ...shown, previous: null, compare: 'none', flipped: false })
  await set(`note:${randomUUID()}`, {
    text: write('note', 500),
    on: { ...shown, part: write('pin-part') },
    position: [0, 1, 0],
    yaw: 0,
  })
}

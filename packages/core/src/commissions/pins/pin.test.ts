import { expect, test } from 'vitest'
import { type PartMesh } from '../../geometry/part-meshes.ts'
import { boxPart } from '../../geometry/testing/shapes.ts'
import { type PinId, type PinMessageId, type UserId } from '../../ids.ts'
import { type Result } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import { PartSurfaces } from './carry-over.ts'
import {
  addPinToRound,
  changePinState,
  checkAnchor,
  checkPinText,
  type Pin,
  newPinActionsFor,
  pinActionsFor,
  type PinActor,
  pinRestoreWindowMs,
  pinSteps,
  pinStates,
  placePin,
  removePin,
  restorePin,
  setPinChangeRequest,
  type SurfaceAnchor,
} from './pin.ts'

// Users and times of these tests.
const client: PinActor = { id: 'c' as UserId, party: 'client' }
const creator: PinActor = { id: 'p' as UserId, party: 'creator' }
const noon = 1_000_000 as Instant
const afterNoon = (by: number) => (noon + by) as Instant

/** Returns an open comment; one with a round is the change that was sent with it. */
const pin = ({ round = null, ...more }: Partial<Omit<Pin, 'kind'>> = {}): Pin => ({
  id: 'pin' as PinId,
  milestoneId: 'm' as Pin['milestoneId'],
  number: 1,
  state: 'open',
  version: 3,
  ...(round === null ? { kind: 'comment', round } : { kind: 'change', round, requestMessageId: null }),
  authorId: client.id,
  hasReplies: false,
  removed: null,
  ...more,
})
const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)

test('every state, action and party of a pin', () => {
  const table: string[] = []
  for (const state of pinStates) {
    for (const action of pinSteps) {
      for (const by of [client, creator]) {
        const done = changePinState(pin({ state }), action, by, 3)
        table.push(`${state} ${action} ${by.party}: ${done.ok ? done.value.state : done.refusal.code}`)
        expect(pinActionsFor(pin({ state }), by).includes(action)).toBe(done.ok)
      }
    }
  }
  expect(table.filter((line) => !line.includes('pin.'))).toEqual([
    'open fix client: fixed',
    'open fix creator: fixed',
    'open decline client: wont_fix',
    'open decline creator: wont_fix',
    'open mark-gone client: gone',
    'open mark-gone creator: gone',
    'fixed reopen client: open',
    'fixed reopen creator: open',
    'gone reopen client: open',
    'gone reopen creator: open',
    'wont_fix reopen client: open',
    'wont_fix reopen creator: open',
  ])
})

test('of two users who act on the same version, the second gets a conflict', () => {
  const first = changePinState(pin(), 'fix', creator, 3)
  expect(first.ok && codeOf(changePinState(first.value, 'reopen', client, 3))).toBe('pin.stale')
})

test('only the client requests a change, before the pin is sent, and on an open pin', () => {
  const message = 'msg' as PinMessageId
  expect(setPinChangeRequest(pin(), client, message, 3)).toMatchObject({
    value: { kind: 'change', requestMessageId: message },
  })
  expect(codeOf(setPinChangeRequest(pin(), creator, message, 3))).toBe('pin.not-your-step')
  expect(codeOf(setPinChangeRequest(pin({ round: 1 }), client, message, 3))).toBe('pin.already-sent')
  expect(codeOf(setPinChangeRequest(pin({ state: 'fixed' }), client, message, 3))).toBe('pin.not-open')
  const asked = setPinChangeRequest(pin(), client, message, 3)
  if (!asked.ok) throw new Error('expected the change to be requested')
  expect(setPinChangeRequest(asked.value, client, null, 4)).toEqual({ ok: true, value: pin({ version: 5 }) })
  expect(addPinToRound(asked.value, 2)).toMatchObject({
    value: { kind: 'change', requestMessageId: message, round: 2 },
  })
  expect(addPinToRound(pin(), 2)).toMatchObject({
    value: { kind: 'change', requestMessageId: null, round: 2, version: 4 },
  })
  expect(codeOf(addPinToRound(pin({ state: 'fixed' }), 2))).toBe('pin.not-open')
})

test('the author removes a pin without replies and restores it within ten minutes', () => {
  const gone = removePin(pin(), client, 3, noon)
  expect(codeOf(removePin(pin(), creator, 3, noon))).toBe('pin.not-your-step')
  expect(codeOf(removePin(pin({ hasReplies: true }), client, 3, noon))).toBe('pin.has-replies')
  expect(codeOf(removePin(pin({ round: 1 }), client, 3, noon))).toBe('pin.already-sent')
  if (!gone.ok) throw new Error('expected the pin to be removed')
  expect(codeOf(restorePin(gone.value, client, afterNoon(pinRestoreWindowMs)))).toBe('ok')
  expect(codeOf(restorePin(gone.value, client, afterNoon(pinRestoreWindowMs + 1)))).toBe('pin.restore-expired')
  expect(codeOf(restorePin(gone.value, creator, afterNoon(1)))).toBe('pin.not-your-step')
  expect(pinActionsFor(gone.value, client)).toEqual([])
})

test('a pin lists exactly the actions that are not refused, for every user and pin', () => {
  for (const by of [client, creator]) {
    for (const state of pinStates) {
      for (const round of [null, 1]) {
        for (const hasReplies of [false, true]) {
          const one = pin({ state, round, hasReplies })
          const listed = pinActionsFor(one, by)
          const results = {
            place: placePin(one, 3),
            'set-change-request': setPinChangeRequest(one, by, null, 3),
            remove: removePin(one, by, 3, noon),
          } as const
          for (const action of ['place', 'set-change-request', 'remove'] as const) {
            expect(listed.includes(action), JSON.stringify([by, one, action])).toBe(results[action].ok)
          }
          expect(listed).toContain('reply')
        }
      }
    }
  }
})

test('both sides may comment on a milestone with pins; only the client asks for changes', () => {
  expect([client, creator].map(({ party }) => newPinActionsFor(party))).toEqual([
    ['pin', 'pin-change-request'],
    ['pin'],
  ])
})

const seat = (height: number): PartMesh =>
  boxPart('Seat', { x: -0.22, y: height, z: -0.22 }, { x: 0.22, y: height + 0.03, z: 0.22 }, 4)
const onTop = (height: number) => ({
  part: 'Seat',
  position: { x: 0.1, y: height + 0.03, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
})

test('a pin follows a part that moved up by 12 mm and reports the distance', () => {
  const carried = new PartSurfaces([seat(0.462)]).carryOver(onTop(0.45))
  expect(carried.status).toBe('carried')
  if (carried.status !== 'carried') return
  expect((carried.moved * 1000).toFixed(2)).toBe('12.00')
  expect((carried.position.y * 1000).toFixed(2)).toBe('492.00')
})

test('a pin stays on its side of a thin part, even if the other side is now closer', () => {
  const thin = boxPart('Seat', { x: -1, y: 0.462, z: -1 }, { x: 1, y: 0.472, z: 1 })
  const carried = new PartSurfaces([thin]).carryOver({ ...onTop(0.43), position: { x: 0, y: 0.46, z: 0 } })
  expect(carried).toMatchObject({ status: 'carried', normal: { x: 0, y: 1, z: 0 } })
})

test('a pin is unsure beyond the tolerance or without its part', () => {
  expect(new PartSurfaces([seat(0.55)]).carryOver(onTop(0.45))).toMatchObject({ status: 'unsure', reason: 'too-far' })
  expect(new PartSurfaces([]).carryOver(onTop(0.45))).toEqual({ status: 'unsure', reason: 'part-gone' })
})

test('a pin goes to the nearest of several parts with its name', () => {
  const far = boxPart('Seat', { x: 4, y: 0, z: 4 }, { x: 5, y: 1, z: 5 })
  expect(new PartSurfaces([far, seat(0.45)]).carryOver(onTop(0.45))).toMatchObject({ status: 'carried' })
})

test('an anchor needs a valid position, and a message needs text', () => {
  const anchor = { ...onTop(0.45), deliverableId: 'd', assetId: 'w' } as SurfaceAnchor
  expect(checkAnchor({ ...anchor, normal: { x: 0, y: 2, z: 0 } })).toMatchObject({ value: { normal: { y: 1 } } })
  expect(codeOf(checkAnchor({ ...anchor, position: { x: NaN, y: 0, z: 0 } }))).toBe('pin.invalid-position')
  expect(codeOf(checkAnchor({ ...anchor, normal: { x: 0, y: 0, z: 0 } }))).toBe('pin.invalid-position')
  expect([checkPinText(' '), checkPinText('x'.repeat(2001)), checkPinText(' ok ')].map(codeOf)).toEqual([
    'pin.empty',
    'pin.too-long',
    'ok',
  ])
})

import { expect, test } from 'vitest'
import { type PartMesh } from '../../geometry/part-meshes.ts'
import { box } from '../../geometry/test-shapes.ts'
import { type PersonId, type PinId, type PinMessageId } from '../../ids.ts'
import { type Result } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'
import { PartSurfaces } from './carry-pin.ts'
import {
  askByPin,
  mayAsk,
  mayPlace,
  mayRemove,
  movePin,
  type PinActor,
  removePin,
  restorePin,
  sendPin,
} from './change-pin.ts'
import { type Anchor, checkAnchor, checkPinText, type Pin, pinUndo } from './pin.ts'
import { pinActions, pinActionsFor, pinStates } from './pin-states.ts'

// Test people and moments.
const client: PinActor = { id: 'c' as PersonId, party: 'client' }
const creator: PinActor = { id: 'p' as PersonId, party: 'creator' }
const guest: PinActor = { id: 'g' as PersonId, party: 'guest' }
const noon = 1_000_000 as Instant
const later = (by: number) => (noon + by) as Instant

const pin = (more: Partial<Pin> = {}): Pin => ({
  id: 'pin' as PinId,
  milestoneId: 'm' as Pin['milestoneId'],
  number: 1,
  state: 'open',
  version: 3,
  kind: 'remark',
  authorId: client.id,
  askedMessageId: null,
  round: null,
  answered: false,
  removed: null,
  ...more,
})
const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)

test('every state of a pin, every action, every party', () => {
  const table: string[] = []
  for (const state of pinStates) {
    for (const action of pinActions) {
      for (const by of [client, creator, guest]) {
        const done = movePin(pin({ state }), action, by, 3)
        table.push(`${state} ${action} ${by.party}: ${done.ok ? done.value.state : done.refusal.code}`)
        expect(pinActionsFor(state, by.party).includes(action)).toBe(done.ok)
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

test('of two people who act on what they saw, the second hears that it changed', () => {
  const first = movePin(pin(), 'fix', creator, 3)
  expect(first.ok && codeOf(movePin(first.value, 'reopen', client, 3))).toBe('pin.stale')
})

test('only the client asks for a change, before it is sent, and of a pin that is open', () => {
  const message = 'msg' as PinMessageId
  expect(askByPin(pin(), client, message, 3)).toMatchObject({ value: { kind: 'change', askedMessageId: message } })
  expect(codeOf(askByPin(pin(), creator, message, 3))).toBe('pin.not-your-step')
  expect(codeOf(askByPin(pin({ round: 1 }), client, message, 3))).toBe('pin.already-sent')
  expect(codeOf(askByPin(pin({ state: 'fixed' }), client, message, 3))).toBe('pin.not-open')
  expect([client, creator, guest].map((by) => mayAsk(pin(), by))).toEqual([true, false, false])
  expect(sendPin(pin(), 2)).toMatchObject({ value: { kind: 'change', round: 2, version: 4 } })
  expect(codeOf(sendPin(pin({ state: 'fixed' }), 2))).toBe('pin.not-open')
})

test('its author takes a pin away unless somebody answered, and brings it back within ten minutes', () => {
  const gone = removePin(pin(), client, 3, noon)
  expect(codeOf(removePin(pin(), creator, 3, noon))).toBe('pin.not-your-step')
  expect(codeOf(removePin(pin({ answered: true }), client, 3, noon))).toBe('pin.answered')
  expect(codeOf(removePin(pin({ round: 1 }), client, 3, noon))).toBe('pin.already-sent')
  if (!gone.ok) throw new Error('it should be gone')
  expect(codeOf(restorePin(gone.value, client, later(pinUndo)))).toBe('ok')
  expect(codeOf(restorePin(gone.value, client, later(pinUndo + 1)))).toBe('pin.undo-over')
  expect(codeOf(restorePin(gone.value, creator, later(1)))).toBe('pin.not-your-step')
  expect([mayRemove(pin(), client), mayRemove(gone.value, client)]).toEqual([true, false])
  expect([mayPlace(pin(), creator), mayPlace(pin(), guest), mayPlace(pin({ authorId: guest.id }), guest)]).toEqual([
    true,
    false,
    true,
  ])
})

const seat = (height: number): PartMesh =>
  box('Seat', { x: -0.22, y: height, z: -0.22 }, { x: 0.22, y: height + 0.03, z: 0.22 }, 4)
const onTop = (height: number) => ({
  part: 'Seat',
  position: { x: 0.1, y: height + 0.03, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
})

test('a pin goes along with a part that rose by 12 mm, and says by how much', () => {
  const carried = new PartSurfaces([seat(0.462)]).carry(onTop(0.45))
  expect(carried.standing).toBe('carried')
  if (carried.standing !== 'carried') return
  expect((carried.moved * 1000).toFixed(2)).toBe('12.00')
  expect((carried.position.y * 1000).toFixed(2)).toBe('492.00')
})

test('a pin stays on its side of a thin part, even where the other side has come nearer', () => {
  const thin = box('Seat', { x: -1, y: 0.462, z: -1 }, { x: 1, y: 0.472, z: 1 })
  const carried = new PartSurfaces([thin]).carry({ ...onTop(0.43), position: { x: 0, y: 0.46, z: 0 } })
  expect(carried).toMatchObject({ standing: 'carried', normal: { x: 0, y: 1, z: 0 } })
})

test('beyond the tolerance, or without its part, a pin needs a hand', () => {
  expect(new PartSurfaces([seat(0.55)]).carry(onTop(0.45))).toMatchObject({ standing: 'unsure', reason: 'too-far' })
  expect(new PartSurfaces([]).carry(onTop(0.45))).toEqual({ standing: 'unsure', reason: 'part-gone', moved: null })
})

test('a pin lies nearest on one of several parts of its name', () => {
  const far = box('Seat', { x: 4, y: 0, z: 4 }, { x: 5, y: 1, z: 5 })
  expect(new PartSurfaces([far, seat(0.45)]).carry(onTop(0.45))).toMatchObject({ standing: 'carried' })
})

test('an anchor is a place, and a text says something', () => {
  const anchor = { ...onTop(0.45), deliverableId: 'd', workId: 'w' } as Anchor
  expect(checkAnchor({ ...anchor, normal: { x: 0, y: 2, z: 0 } })).toMatchObject({ value: { normal: { y: 1 } } })
  expect(codeOf(checkAnchor({ ...anchor, position: { x: NaN, y: 0, z: 0 } }))).toBe('pin.no-place')
  expect(codeOf(checkAnchor({ ...anchor, normal: { x: 0, y: 0, z: 0 } }))).toBe('pin.no-place')
  expect([checkPinText(' '), checkPinText('x'.repeat(2001)), checkPinText(' ok ')].map(codeOf)).toEqual([
    'pin.empty',
    'pin.too-long',
    'ok',
  ])
})

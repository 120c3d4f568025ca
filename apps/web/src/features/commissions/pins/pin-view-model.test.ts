import { type Pin, type PinPlace } from '@veranda/contract/commissions/pins/schemas.ts'
import { expect, test } from 'vitest'
import { pinThreadView } from './pin-view-model.ts'

const author = { id: 'user-1', name: 'Kenji Arai', avatar: null }
const createdAt = '2026-11-22T10:00:00.000Z'
const message = (id: string) => ({ id, author, text: id, voice: null, createdAt })

function pin(more: Partial<Pin>): Pin {
  return {
    id: 'pin-1',
    projectId: 'project',
    milestoneId: 'milestone',
    number: 1,
    version: 1,
    state: 'open',
    closed: null,
    kind: 'comment',
    round: null,
    author,
    places: [],
    messages: [message('first'), message('second')],
    actions: [],
    createdAt,
    updatedAt: createdAt,
    ...more,
    // A test that makes it a change gives its message too.
  } as Pin
}

const placeAs = (status: 'placed' | 'unsure') => [{ deliverableId: 'v2', status } as PinPlace]

test('a pin can be placed where it has no place or an unsure one, if its actions say so', () => {
  const canPlace = (more: Partial<Pin>) => pinThreadView(pin(more), 'v2').canPlace
  expect(canPlace({ actions: ['place'] })).toBe(true)
  expect(canPlace({ actions: ['place'], places: placeAs('unsure') })).toBe(true)
  expect(canPlace({ actions: ['place'], places: placeAs('placed') })).toBe(false)
  expect(canPlace({ places: placeAs('unsure') })).toBe(false)
})

test('the change request is made of the first message, taken back when there is one, and offered only by the actions', () => {
  const request = (more: Partial<Pin>) => pinThreadView(pin(more), 'v2').changeRequest
  expect(request({ actions: ['set-change-request'] })).toEqual({ messageId: 'first' })
  const second = { kind: 'change', requestMessageId: 'second' } as const
  expect(request({ actions: ['set-change-request'], ...second })).toEqual({ messageId: null })
  expect(request(second)).toBeUndefined()
})

test('steps, replies and removal are the actions that came with the pin', () => {
  const view = pinThreadView(pin({ actions: ['fix', 'reply', 'remove'] }), 'v2')
  expect([view.steps, view.canReply, view.canRemove]).toEqual([['fix'], true, true])
  const reader = pinThreadView(pin({}), 'v2')
  expect([reader.steps, reader.canReply, reader.canRemove]).toEqual([[], false, false])
})

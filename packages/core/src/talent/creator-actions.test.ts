import { expect, test } from 'vitest'
import { takesRequests } from '../commissions/offers/commission.ts'
import { publicPageActionsFor, creatorActionsFor } from './creator-actions.ts'

test('a public page leads to a request while the creator takes any, to a booking while there is a service, and to a message', () => {
  const actionsOf = (accepting: 'open' | 'waiting-list' | 'closed', hasHourlyServices: boolean) =>
    publicPageActionsFor({ takesRequests: takesRequests({ accepting }), hasHourlyServices })
  expect(actionsOf('open', true)).toEqual(['request', 'book', 'message'])
  expect(actionsOf('waiting-list', false)).toEqual(['request', 'message'])
  expect(actionsOf('closed', false)).toEqual(['message'])
})

test('a reader may book where there is a bookable service, and on their own page only edit', () => {
  expect(creatorActionsFor({ isOwner: false, canRequest: true, canBook: true })).toEqual(['request', 'book', 'message'])
  expect(creatorActionsFor({ isOwner: false, canRequest: true, canBook: false })).toEqual(['request', 'message'])
  expect(creatorActionsFor({ isOwner: false, canRequest: false, canBook: true })).toEqual(['book', 'message'])
  expect(creatorActionsFor({ isOwner: true, canRequest: true, canBook: true })).toEqual(['edit'])
})

import { expect, test } from 'vitest'
import { takesRequests } from '../commissions/offers/commission.ts'
import { publicPageActionsFor } from './talent-actions.ts'

test('a public page leads to a request while the creator takes any, to a booking while there is a service, and to a message', () => {
  const actionsOf = (accepting: 'open' | 'waiting-list' | 'closed', hasHourlyServices: boolean) =>
    publicPageActionsFor({ takesRequests: takesRequests({ accepting }), hasHourlyServices })
  expect(actionsOf('open', true)).toEqual(['request', 'book', 'message'])
  expect(actionsOf('waiting-list', false)).toEqual(['request', 'message'])
  expect(actionsOf('closed', false)).toEqual(['message'])
})

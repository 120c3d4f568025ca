import { expect, test } from 'vitest'
import { bookingActions } from '../bookings/booking-actions.ts'
import { commissionActions } from '../commissions/offers/commission-states.ts'
import { milestoneActions } from '../commissions/milestones/milestone-states.ts'
import { changeOrderActions } from '../commissions/change-orders/change-order-states.ts'
import { topUpActions } from '../commissions/change-orders/top-up-states.ts'
import { disputeActions } from '../commissions/disputes/dispute-states.ts'
import { settlementActions } from '../commissions/settlements/settlement-states.ts'
import { offerableActions, paidActions, paymentsOff } from './payments-off.ts'

const everyAction: string[] = [
  ...commissionActions,
  ...milestoneActions,
  ...settlementActions,
  ...changeOrderActions,
  ...topUpActions,
  ...disputeActions,
  ...bookingActions,
]

test('where no payments are taken, no action that pays is offered', () => {
  expect(everyAction).toEqual(expect.arrayContaining([...paidActions]))
  const offered = offerableActions(everyAction, false)
  const paid = ['accept-offer', 'fund', 'approve', 'claim-refund', 'pay']
  const disputing = ['open-dispute', 'offer-terms', 'accept-terms', 'waive-review']
  const settling = ['propose-settlement', 'accept-settlement', 'counter-settlement']
  const changing = ['propose-change-order', 'accept-change-order', 'counter-change-order', 'fund-top-up']
  const refused = [...paid, ...settling, ...changing, ...disputing]
  expect(offered).toEqual(everyAction.filter((action) => !refused.includes(action)))
  expect(offerableActions(everyAction, true)).toEqual(everyAction)
})

test('the refusal has one code, and names a field where there is one', () => {
  expect(paymentsOff()).toEqual({ ok: false, refusal: { code: 'payments.off', kind: 'not-allowed' } })
  expect(paymentsOff('price').refusal.field).toBe('price')
})

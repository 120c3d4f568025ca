import { expect, test } from 'vitest'
import { instant } from '../../time/instant.ts'
import { chargeStates } from './charge-states.ts'
import { chargeActionsFor, chargeStatus, confirmCharge } from './charge.ts'

const expiresAt = instant(1_000_000)

test('a second factor is offered if, and only if, it is not refused', () => {
  const confirmable = chargeStates.flatMap((state) =>
    [expiresAt - 1, expiresAt, expiresAt + 1]
      .filter((at) => {
        const charge = { state, expiresAt }
        const { ok } = confirmCharge(charge, instant(at))
        expect(chargeActionsFor(charge, instant(at)), `${state} at ${at}`).toEqual(ok ? ['confirm'] : [])
        return ok
      })
      .map((at) => `${state} ${at}`),
  )
  expect(confirmable).toEqual([`needs_confirmation ${expiresAt - 1}`])
})

test('a late second factor is refused as expired, before and after the timer has run', () => {
  for (const state of ['needs_confirmation', 'expired'] as const) {
    expect(confirmCharge({ state, expiresAt }, expiresAt)).toMatchObject({ refusal: { code: 'charge.expired' } })
  }
})

test('only a failed charge has a failure, and always one', () => {
  expect(chargeStatus({ state: 'failed', failure: 'declined' })).toEqual({ state: 'failed', failure: 'declined' })
  expect(chargeStatus({ state: 'captured', failure: null })).toEqual({ state: 'captured', failure: null })
  expect(() => chargeStatus({ state: 'failed', failure: null })).toThrow(RangeError)
})

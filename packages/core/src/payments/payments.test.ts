import { describe, expect, test } from 'vitest'
import { money } from '../money/money.ts'
import { allowedActions, applyTransition, parties, type StateMachine } from '../state-machine.ts'
import { chargeActions, chargeMachine, chargeStates } from './charges/charge-states.ts'
import { cardBehaviours, findSandboxCard, sandboxCards } from './charges/sandbox-cards.ts'
import { balanceKeys } from './balances.ts'
import { payoutAccountActionsFor } from './payouts/payout-account.ts'
import { balanceActionsFor, payoutActions, payoutMachine, payoutStates, requestPayout } from './payouts/payout.ts'

function allowed<S extends string, A extends string>(
  machine: StateMachine<S, A>,
  states: readonly S[],
  actions: readonly A[],
) {
  return [null, ...states].flatMap((from) =>
    actions.flatMap((action) =>
      parties.flatMap((by) => {
        if (!allowedActions(machine, from, by).includes(action)) return []
        const result = applyTransition(machine, from === null ? null : { state: from, version: 1 }, action, by)
        return result.ok ? [`${from ?? 'new'} ${action} ${by} > ${result.value}`] : [`${action} ${by} refused`]
      }),
    ),
  )
}

describe('payments', () => {
  test('a charge allows only these transitions', () => {
    expect(allowed(chargeMachine, chargeStates, chargeActions)).toEqual([
      'created ask-confirmation system > needs_confirmation',
      'created authorise system > authorised',
      'created capture system > captured',
      'created fail system > failed',
      'created expire system > expired',
      'needs_confirmation confirm client > needs_confirmation',
      'needs_confirmation authorise system > authorised',
      'needs_confirmation capture system > captured',
      'needs_confirmation fail system > failed',
      'needs_confirmation expire system > expired',
      'authorised capture system > captured',
      'authorised void system > voided',
      'authorised fail system > failed',
      'captured refund system > refunded',
      'failed capture system > captured',
      'expired authorise system > authorised',
      'expired capture system > captured',
      'voided capture system > captured',
    ])
  })
  test('a payout allows only these transitions', () => {
    expect(allowed(payoutMachine, payoutStates, payoutActions)).toEqual([
      'new request creator > requested',
      'requested send system > in_transit',
      'requested pay system > paid',
      'requested fail system > failed',
      'in_transit pay system > paid',
      'in_transit fail system > failed',
      'paid return system > returned',
    ])
  })
  test('a party or a version that no caller of these tables names is a bug, not a refusal', () => {
    const charge = { state: 'created', version: 0 } as const
    expect(() => applyTransition(chargeMachine, charge, 'capture', 'client')).toThrow('capture by client')
    expect(() => applyTransition(chargeMachine, charge, 'capture', 'system', 1)).toThrow('capture by system')
    expect(() => applyTransition(payoutMachine, null, 'request', 'client')).toThrow('request by client')
    expect(applyTransition(chargeMachine, { ...charge, state: 'refunded' }, 'capture', 'system')).toMatchObject({
      refusal: { code: 'charge.already-decided' },
    })
  })
  test('each behaviour has one well-formed sandbox card', () => {
    expect(sandboxCards.map((card) => card.behaviour)).toEqual(cardBehaviours)
    for (const { token, number } of sandboxCards) {
      expect(findSandboxCard(token)?.number).toBe(number)
      const luhn = number
        .split('')
        .toReversed()
        .reduce((total, digit, i) => {
          const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
          return total + (value > 9 ? value - 9 : value)
        }, 0)
      expect(luhn % 10).toBe(0)
    }
    expect(findSandboxCard('card_unknown')).toBeUndefined()
  })
  test('no more is paid out than is available', () => {
    const run = (amount: number, currency = 'EUR') =>
      requestPayout({ amount, currency }, money(500, 'EUR'), { hasSteppedUp: true, isStopped: false })
    expect(run(500)).toEqual({ ok: true, value: money(500, 'EUR') })
    expect(run(501)).toMatchObject({ refusal: { code: 'payout.too-much', detail: { available: 500 } } })
    expect(run(1, 'USD')).toMatchObject({ refusal: { code: 'payout.too-much' } })
    expect(run(0)).toMatchObject({ refusal: { code: 'payout.not-positive' } })
  })
  test('while payouts are stopped, the account is named before a step-up is asked for, and after a wrong amount', () => {
    const ask = (amount: number, isStopped: boolean) =>
      requestPayout({ amount, currency: 'EUR' }, money(500, 'EUR'), { hasSteppedUp: false, isStopped })
    expect(ask(500, true)).toMatchObject({ refusal: { code: 'payout.account-unconfirmed', kind: 'conflict' } })
    expect(ask(501, true)).toMatchObject({ refusal: { code: 'payout.too-much' } })
    expect(ask(500, false)).toMatchObject({ refusal: { code: 'step-up.required' } })
    expect([true, false].map(payoutAccountActionsFor)).toEqual([['confirm', 'change'], ['change']])
  })
  test('a payout is offered of what is available, if, and only if, one minor unit of it is not refused', () => {
    for (const isStopped of [false, true])
      for (const amount of [-1, 0, 1, 500]) {
        const standing = { hasSteppedUp: true, isStopped }
        const { ok } = requestPayout({ amount: 1, currency: 'EUR' }, money(amount, 'EUR'), standing)
        const offered = balanceKeys.filter((key) => balanceActionsFor(key, amount, isStopped).includes('request'))
        expect(offered, `${amount} ${isStopped}`).toEqual(ok ? ['creator.available'] : [])
      }
  })
})

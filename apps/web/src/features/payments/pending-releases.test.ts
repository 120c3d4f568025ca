import { type EscrowList } from '@veranda/contract/payments/schemas.ts'
import { expect, test } from 'vitest'
import { maya } from '../../lib/testing/samples.ts'
import { nextPendingRelease, pendingReleaseDays } from './pending-releases.ts'

type Item = EscrowList['items'][number]

const dayOf = (iso: string) => iso.slice(0, 10)

function pending(amount: number, movesAt: string | null, currency = 'EUR'): Item {
  return {
    title: 'Model',
    milestone: null,
    bookingId: null,
    counterparty: maya,
    side: 'creator',
    amount: { amount, currency },
    place: 'pending',
    movesAt,
    chargeback: null,
  }
}

test('what becomes available next is all of the first day in its currency, and nothing else', () => {
  const items = [
    pending(500, '2026-12-03T09:00:00.000Z'),
    pending(200, '2026-12-01T16:00:00.000Z'),
    pending(100, '2026-12-01T08:00:00.000Z'),
    pending(70, '2026-12-01T10:00:00.000Z', 'USD'),
    pending(30, null),
    { ...pending(900, '2026-11-30T08:00:00.000Z'), place: 'protected' as const },
    { ...pending(900, '2026-11-30T08:00:00.000Z'), side: 'client' as const },
  ]
  expect(nextPendingRelease({ items }, dayOf)).toEqual({ amount: { amount: 300, currency: 'EUR' }, day: '2026-12-01' })
  expect(nextPendingRelease({ items: [pending(30, null)] }, dayOf)).toBeUndefined()
  expect(nextPendingRelease({ items: [] }, dayOf)).toBeUndefined()
})

test('the days of what is pending are known only if all of them are', () => {
  const items = [
    pending(500, '2026-12-03T09:00:00.000Z'),
    pending(200, '2026-12-01T16:00:00.000Z'),
    pending(70, null, 'USD'),
  ]
  expect(pendingReleaseDays({ items }, 'EUR', dayOf)).toEqual({ first: '2026-12-01', last: '2026-12-03' })
  expect(pendingReleaseDays({ items }, 'USD', dayOf)).toBeUndefined()
  expect(pendingReleaseDays(undefined, 'EUR', dayOf)).toBeUndefined()
})

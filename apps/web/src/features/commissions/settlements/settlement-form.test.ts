import { describe, expect, test } from 'vitest'
import { idOf } from '../../../lib/testing/samples.ts'
import { eur, sampleMilestone } from '../testing/sample-project.ts'
import { draftOf, type FormLine, formOf, shownLinesOf } from './settlement-form.ts'

const funded = sampleMilestone({ id: idOf('c', 1), version: 4 })
const unfunded = sampleMilestone({ id: idOf('c', 2), number: 2, state: 'awaiting_funding', money: null, version: 2 })
const released = sampleMilestone({ id: idOf('c', 3), number: 3, state: 'released' })
const milestones = [funded, unfunded, released]

const typed = (release: string, refund: string): FormLine[] => [
  { milestoneId: funded.id, isIncluded: true, release, refund },
  { milestoneId: unfunded.id, isIncluded: false, release: '', refund: '' },
]
const draft = (release: string, refund: string, ends = false) => draftOf(milestones, typed(release, refund), ends, 'en')

test('a new proposal includes the milestone that it begins with, and none that has ended', () => {
  expect(formOf(milestones, { milestoneId: funded.id }, 'en')).toEqual(typed('', ''))
})

describe('what is sent', () => {
  test('are the shares of the price, and what is shown has the fees of both', () => {
    const { body, lines, faults } = draft('300', '200.50')
    expect(body).toEqual([{ kind: 'shares', milestoneId: funded.id, version: 4, release: 30_000, refund: 20_050 }])
    expect(lines).toEqual([
      {
        kind: 'shares',
        milestoneId: funded.id,
        released: { price: 30_000, client: 31_500, creator: 27_000 },
        refunded: { price: 20_050, client: 21_053, creator: 18_045 },
        remaining: 49_950,
      },
    ])
    expect(faults.size).toBe(0)
  })

  test('gives back what does not go to the creator when the commission ends, and cancels what is not funded', () => {
    expect(draft('250', '', true).body).toEqual([
      { kind: 'shares', milestoneId: funded.id, version: 4, release: 25_000, refund: 75_000 },
      { kind: 'cancel', milestoneId: unfunded.id, version: 2 },
    ])
  })

  test.each([
    ['', '', 'invalid'],
    ['x', '1', 'invalid'],
    ['600', '400.01', 'invalid'],
    ['1000', '', 'approval'],
  ])('is nothing for %j and %j', (release, refund, fault) => {
    const { body, faults } = draft(release, refund)
    expect([body, faults.get(funded.id)]).toEqual([[], fault])
  })

  test('may be all of it for the creator when a part was given back before', () => {
    const refund = { id: idOf('d'), price: eur(40_000), clientGets: eur(42_000), creatorLoses: eur(36_000) }
    const past = { ...refund, reason: '', at: funded.dueAt, paidAt: null, bankLast4: null, actions: [], payments: [] }
    const rest = {
      ...funded,
      allocated: { price: 40_000, clientFee: 2_000, creatorFee: 4_000 },
      refunds: [{ ...past, state: 'paid' as const, cause: 'creator' as const }],
    }
    expect(draftOf([rest], typed('600', ''), false, 'en').faults.size).toBe(0)
  })
})

test('a counter-proposal begins with the amounts of the one before', () => {
  const part = (price: number) => ({ price: eur(price), client: eur(price), creator: eur(price) })
  const former = {
    id: idOf('e'),
    number: 1,
    version: 1,
    state: 'open' as const,
    by: 'creator' as const,
    author: { id: idOf('f'), name: 'Kenji Arai', avatar: null },
    reason: 'Half',
    endsCommission: false,
    lines: [
      { kind: 'shares' as const, milestoneId: funded.id, version: 4, released: part(30_000), refunded: part(0) },
      { kind: 'cancel' as const, milestoneId: unfunded.id, version: 2 },
    ],
    formerId: null,
    createdAt: funded.dueAt,
    expiresAt: funded.dueAt,
    endedAt: null,
    answer: '',
    actions: [],
  }
  expect(formOf(milestones, { former }, 'de')).toEqual([
    { milestoneId: funded.id, isIncluded: true, release: '300,00', refund: '' },
    { milestoneId: unfunded.id, isIncluded: true, release: '', refund: '' },
  ])
  expect(shownLinesOf(former, milestones)[0]).toMatchObject({ remaining: 70_000 })
})

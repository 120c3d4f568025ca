import { describe, expect, test } from 'vitest'
import { type Beginnings, firstStepsOf } from './first-steps.ts'

const newClient: Beginnings = { creator: null, client: { hasProject: false, hasAgreement: false, hasFunded: false } }
const doneOf = (beginnings: Beginnings, paymentsOn = true) =>
  firstStepsOf(beginnings, paymentsOn)?.steps.map(({ id, done }) => `${id} ${done}`)

describe('the first steps of a creator', () => {
  const creatorWith = (hasHours: boolean): Beginnings => ({
    ...newClient,
    creator: [
      { id: 'profile', done: true },
      { id: 'availability', done: hasHours },
    ],
  })

  test('are those until they are found', () => {
    expect(doneOf(creatorWith(false))).toEqual(['profile true', 'availability false'])
  })

  test('are gone once all are done, whatever they did as a client', () => {
    expect(firstStepsOf(creatorWith(true), true)).toBeNull()
  })
})

describe('the first steps of a client', () => {
  const clientWith = (more: Partial<Beginnings['client']>): Beginnings => ({
    creator: null,
    client: { ...newClient.client, ...more },
  })

  test('lead to protected money, and are gone then', () => {
    expect(doneOf(newClient)).toEqual(['project false', 'agreement false', 'funding false'])
    expect(doneOf(clientWith({ hasProject: true }))).toEqual(['project true', 'agreement false', 'funding false'])
    expect(firstStepsOf(clientWith({ hasProject: true, hasAgreement: true, hasFunded: true }), true)).toBeNull()
  })

  test('end with the agreement where no payments are taken', () => {
    expect(doneOf(newClient, false)).toEqual(['project false', 'agreement false'])
    expect(firstStepsOf(clientWith({ hasProject: true, hasAgreement: true }), false)).toBeNull()
  })
})

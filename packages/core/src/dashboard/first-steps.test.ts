import { describe, expect, test } from 'vitest'
import { type FirstStepFacts, firstStepsOf } from './first-steps.ts'

const newClient: FirstStepFacts = {
  creator: null,
  client: { hasProject: false, hasAgreement: false, hasFunded: false },
}
const doneOf = (facts: FirstStepFacts, paymentsOn = true) =>
  firstStepsOf(facts, paymentsOn)?.steps.map(({ id, done }) => `${id} ${done}`)

describe('the first steps of a creator', () => {
  const creatorWith = (hasHours: boolean): FirstStepFacts => ({
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
  const clientWith = (more: Partial<FirstStepFacts['client']>): FirstStepFacts => ({
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

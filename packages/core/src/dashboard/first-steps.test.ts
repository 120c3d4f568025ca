import { describe, expect, test } from 'vitest'
import { type Beginnings, firstStepsOf } from './first-steps.ts'

const newClient: Beginnings = { creator: null, client: { hasProject: false, hasAgreement: false, hasFunded: false } }
const emptyPage = { hasHeadline: false, hasSkills: false, hasService: false, hasPortfolio: false, hasHours: false }
const doneOf = (beginnings: Beginnings, paymentsOn = true) =>
  firstStepsOf(beginnings, paymentsOn)?.steps.map(({ id, done }) => `${id} ${done}`)

describe('the first steps of a creator', () => {
  const creatorWith = (more: Partial<typeof emptyPage>): Beginnings => ({
    ...newClient,
    creator: { ...emptyPage, ...more },
  })

  test('are the page, something to ask for, and hours', () => {
    expect(doneOf(creatorWith({}))).toEqual(['profile false', 'work false', 'availability false'])
  })

  test.each([
    [{ hasHeadline: true }, 'profile false'],
    [{ hasSkills: true }, 'profile false'],
    [{ hasHeadline: true, hasSkills: true }, 'profile true'],
    [{ hasService: true }, 'work true'],
    [{ hasPortfolio: true }, 'work true'],
    [{ hasHours: true }, 'availability true'],
  ])('with %j: %s', (more, step) => {
    expect(doneOf(creatorWith(more))).toContain(step)
  })

  test('are gone once all are done, whatever they did as a client', () => {
    const page = { hasHeadline: true, hasSkills: true, hasService: true, hasHours: true }
    expect(firstStepsOf(creatorWith(page), true)).toBeNull()
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

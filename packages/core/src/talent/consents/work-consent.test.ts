import { expect, test } from 'vitest'
import { applyTransition } from '../../state-machine.ts'
import {
  checkAsk,
  listedWorkActionsFor,
  workConsentActionsFor,
  workConsentAnswers,
  workConsentMachine,
  workConsentQuestionsFor,
  workConsentStates,
} from './work-consent.ts'

test('every state and answer of a consent', () => {
  const table = workConsentStates.flatMap((state) =>
    workConsentAnswers.map((answer) => {
      const decided = applyTransition(workConsentMachine, { state, version: 1 }, answer, 'client', 1)
      expect(workConsentActionsFor(state, 'client').includes(answer)).toBe(decided.ok)
      return `${state} ${answer}: ${decided.ok ? decided.value : decided.refusal.code}`
    }),
  )
  expect(table).toEqual([
    'asked grant: granted',
    'asked decline: declined',
    'asked withdraw: work-consent.not-granted',
    'granted grant: work-consent.answered',
    'granted decline: work-consent.answered',
    'granted withdraw: withdrawn',
    'declined grant: granted',
    'declined decline: work-consent.answered',
    'declined withdraw: work-consent.not-granted',
    'withdrawn grant: granted',
    'withdrawn decline: work-consent.answered',
    'withdrawn withdraw: work-consent.not-granted',
  ])
})

test('only the client answers, and an answer to an older version is refused', () => {
  expect(workConsentActionsFor('asked', 'creator')).toEqual([])
  const stale = applyTransition(workConsentMachine, { state: 'asked', version: 2 }, 'grant', 'client', 1)
  expect(stale).toMatchObject({ refusal: { code: 'work-consent.stale' } })
})

test('a creator asks each client who has a say once, and names another only while none has', () => {
  for (const state of [null, ...workConsentStates]) {
    const decided = checkAsk([{ projectId: 'a', state }], 'a')
    expect(decided).toMatchObject(
      state === null ? { value: 'asked' } : { refusal: { code: 'work-consent.already-asked' } },
    )
    expect(workConsentQuestionsFor(state)).toEqual(decided.ok ? ['ask'] : [])
  }
  for (const clients of [[], [{ projectId: 'a', state: null }]]) {
    const decided = checkAsk(clients, 'b')
    expect(decided).toMatchObject(decided.ok ? { value: 'asked' } : { refusal: { code: 'work-consent.client-known' } })
    expect(decided.ok).toBe(clients.length === 0)
    expect(listedWorkActionsFor(clients, [{ id: 'b' }])).toEqual(decided.ok ? ['name-client'] : [])
  }
  expect(listedWorkActionsFor([], [])).toEqual([])
})

import { expect, test } from 'vitest'
import { after, instant } from '../time/instant.ts'
import { stepUpLifetimeMs, isStepUpValid, allowedStepUpMethods } from './step-up.ts'

const confirmedAt = instant(1_800_000_000_000)
const stored = { sessionId: 's', cookieHash: 'h', expiresAt: after(confirmedAt, stepUpLifetimeMs) }
const caller = { sessionId: 's', cookieHash: 'h' }

test.each([
  ['the session that confirmed, at once', stored, caller, 0, true],
  ['to the last millisecond of five minutes', stored, caller, 299_999, true],
  ['not at five minutes', stored, caller, 300_000, false],
  ['not another session', stored, { ...caller, sessionId: 't' }, 0, false],
  ['not another cookie', stored, { ...caller, cookieHash: 'i' }, 0, false],
  ['not without one', undefined, caller, 0, false],
])('step-up validity: %s', (_, given, asker, later, valid) => {
  expect(isStepUpValid(given, asker, after(confirmedAt, later))).toBe(valid)
})

test.each([
  [{ hasPassword: true, isDemoUser: false, demoEntry: true }, ['password']],
  [{ hasPassword: true, isDemoUser: true, demoEntry: true }, ['demo']],
  [{ hasPassword: true, isDemoUser: true, demoEntry: false }, ['password']],
  [{ hasPassword: false, isDemoUser: false, demoEntry: true }, []],
  [{ hasPassword: false, isDemoUser: true, demoEntry: false }, []],
])('%o allows the methods %o', (facts, methods) => {
  expect(allowedStepUpMethods(facts)).toEqual(methods)
})

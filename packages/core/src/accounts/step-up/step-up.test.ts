import { expect, test } from 'vitest'
import { after, instant } from '../../time/instant.ts'
import { stepUpLifetimeMs, isStepUpValid, allowedStepUpMethods } from './step-up.ts'

const confirmedAt = instant(1_800_000_000_000)
const stored = { sessionId: 's', cookieHash: 'h', expiresAt: after(confirmedAt, stepUpLifetimeMs) }
const caller = { sessionId: 's', cookieHash: 'h' }

test.each([
  ['the session that confirmed, at once', stored, caller, 0, true],
  ['to the last millisecond of ten minutes', stored, caller, 599_999, true],
  ['not at ten minutes', stored, caller, 600_000, false],
  ['not another session', stored, { ...caller, sessionId: 't' }, 0, false],
  ['not another cookie', stored, { ...caller, cookieHash: 'i' }, 0, false],
  ['not without one', undefined, caller, 0, false],
])('step-up validity: %s', (_, given, asker, later, valid) => {
  expect(isStepUpValid(given, asker, after(confirmedAt, later))).toBe(valid)
})

const nothing = {
  hasPassword: false,
  hasTotp: false,
  recoveryCodesLeft: 0,
  hasPasskey: false,
  hasEmail: false,
  hasProvingGoogle: false,
  isDemoUser: false,
  demoEntry: true,
}
const second = ['passkey', 'totp', 'recovery-code']

test.each([
  [{}, [], []],
  [{ hasEmail: true }, ['mail-code'], ['mail-code']],
  [{ hasProvingGoogle: true }, ['google'], ['google']],
  [{ hasProvingGoogle: true, hasEmail: true }, ['mail-code'], ['mail-code']],
  [{ hasProvingGoogle: true, hasTotp: true }, ['totp'], ['totp']],
  [{ hasEmail: true, hasPassword: true }, ['password'], ['password']],
  [{ hasPasskey: true }, ['passkey'], ['passkey']],
  [{ hasEmail: true, hasPasskey: true }, ['passkey', 'mail-code'], ['passkey', 'mail-code']],
  [{ hasProvingGoogle: true, hasPasskey: true }, ['passkey', 'google'], ['passkey', 'google']],
  [{ hasEmail: true, hasPasskey: true, hasTotp: true }, ['passkey', 'totp'], ['passkey', 'totp']],
  [{ hasPassword: true, hasPasskey: true }, ['password', 'passkey'], ['password', 'passkey']],
  [{ hasEmail: true, hasTotp: true }, ['totp'], ['totp']],
  [{ hasPassword: true, hasTotp: true }, ['password', 'totp'], ['totp']],
  [{ hasPassword: true, hasPasskey: true, hasTotp: true, recoveryCodesLeft: 1 }, ['password', ...second], second],
  [{ hasPassword: true, recoveryCodesLeft: 3 }, ['password'], ['password']],
  [{ hasPassword: true, hasTotp: true, isDemoUser: true }, ['demo'], ['demo']],
  [{ hasPassword: true, isDemoUser: true, demoEntry: false }, ['password'], ['password']],
  [{ isDemoUser: true, demoEntry: false }, [], []],
])('%o allows %o, and %o for a change of the second factor', (facts, any, forSecondFactor) => {
  expect(allowedStepUpMethods({ ...nothing, ...facts })).toEqual(any)
  expect(allowedStepUpMethods({ ...nothing, ...facts }, 'second-factor')).toEqual(forSecondFactor)
})

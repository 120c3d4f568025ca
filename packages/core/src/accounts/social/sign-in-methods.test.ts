import { expect, test } from 'vitest'
import {
  canRemovePasskey,
  canSignIn,
  canTurnOffTotp,
  canUnlink,
  identityActionsFor,
  passkeyActionsFor,
  type SignInMethods,
  totpActionsFor,
} from './sign-in-methods.ts'

const none: SignInMethods = { hasPassword: false, providers: [], passkeys: [], hasTotp: false }
const onlyGoogle: SignInMethods = { ...none, providers: ['google'] }
const verifying = { id: 'verifying', verifiesUser: true }
const touched = { id: 'touched', verifiesUser: false }

test('the last sign-in method cannot be unlinked', () => {
  expect(canUnlink('google', onlyGoogle)).toBe(false)
})

test.each<[string, Partial<SignInMethods>]>([
  ['a password', { hasPassword: true }],
  ['a passkey that checks its user', { passkeys: [verifying] }],
  ['a passkey that is touched, and codes', { passkeys: [touched], hasTotp: true }],
  ['another provider', { providers: ['google', 'tiktok'] }],
])('with %s besides, a provider can be unlinked', (_, more) => {
  expect(canUnlink('google', { ...onlyGoogle, ...more })).toBe(true)
})

test.each<[string, Partial<SignInMethods>]>([
  ['a passkey that is touched', { passkeys: [touched] }],
  ['codes', { hasTotp: true }],
])('with %s alone nobody signs in, so it does not count as a sign-in method', (_, more) => {
  expect([canSignIn({ ...none, ...more }), canUnlink('google', { ...onlyGoogle, ...more })]).toEqual([false, false])
})

test('what is not linked cannot be unlinked', () => {
  expect(canUnlink('tiktok', { ...onlyGoogle, hasPassword: true, passkeys: [verifying] })).toBe(false)
})

test('a provider is linked or unlinked, or neither when it is the last sign-in method', () => {
  const steps = (more: Partial<SignInMethods>) => identityActionsFor('google', { ...none, ...more })
  expect(steps({ hasPassword: true })).toEqual(['link'])
  expect(steps({ hasPassword: true, providers: ['google'] })).toEqual(['unlink'])
  expect(steps({ providers: ['google'] })).toEqual([])
})

test('the last passkey that signs in stays, and so do the codes that it needs', () => {
  const both: SignInMethods = { ...none, passkeys: [verifying, touched] }
  expect([canRemovePasskey('verifying', both), canRemovePasskey('touched', both)]).toEqual([false, true])
  expect(canRemovePasskey('verifying', { ...both, hasTotp: true })).toBe(true)
  expect(canTurnOffTotp({ ...both, hasTotp: true })).toBe(true)
  expect(canTurnOffTotp({ ...none, passkeys: [touched], hasTotp: true })).toBe(false)
  expect(canRemovePasskey('touched', { ...none, passkeys: [touched], hasTotp: true })).toBe(false)
})

test('a user who has no sign-in method of their own changes what they like', () => {
  expect(canTurnOffTotp({ ...none, hasTotp: true })).toBe(true)
  expect(canRemovePasskey('touched', { ...none, passkeys: [touched] })).toBe(true)
})

test('a passkey is removed, and codes are turned off, if and only if that leaves a sign-in method', () => {
  const passkeySteps = (more: Partial<SignInMethods>) => passkeyActionsFor('touched', { ...none, ...more })
  expect(passkeySteps({ passkeys: [touched], hasTotp: true })).toEqual(['rename'])
  expect(passkeySteps({ passkeys: [touched, verifying] })).toEqual(['rename', 'remove'])
  expect(totpActionsFor({ ...none, hasPassword: true })).toEqual(['turn-on'])
  expect(totpActionsFor({ ...none, passkeys: [touched], hasTotp: true })).toEqual(['replace-recovery-codes'])
  expect(totpActionsFor({ ...none, hasPassword: true, hasTotp: true })).toEqual(['replace-recovery-codes', 'turn-off'])
})

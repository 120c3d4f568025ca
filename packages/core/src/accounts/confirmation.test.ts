import { expect, test } from 'vitest'
import { after, instant } from '../time/instant.ts'
import { confirmationLives, confirmationStands, waysToConfirm } from './confirmation.ts'

const at = instant(1_800_000_000_000)
const kept = { sessionId: 's', cookieHash: 'h', expiresAt: after(at, confirmationLives) }
const caller = { sessionId: 's', cookieHash: 'h' }

test.each([
  ['the session that confirmed, at once', kept, caller, 0, true],
  ['to the last millisecond of five minutes', kept, caller, 299_999, true],
  ['not at five minutes', kept, caller, 300_000, false],
  ['not another session', kept, { ...caller, sessionId: 't' }, 0, false],
  ['not another cookie', kept, { ...caller, cookieHash: 'i' }, 0, false],
  ['not without one', undefined, caller, 0, false],
])('a confirmation stands: %s', (_, one, who, later, stands) => {
  expect(confirmationStands(one, who, after(at, later))).toBe(stands)
})

test.each([
  [{ hasPassword: true, demoPerson: false, demoEntry: true }, ['password']],
  [{ hasPassword: true, demoPerson: true, demoEntry: true }, ['demo']],
  [{ hasPassword: true, demoPerson: true, demoEntry: false }, ['password']],
  [{ hasPassword: false, demoPerson: false, demoEntry: true }, []],
  [{ hasPassword: false, demoPerson: true, demoEntry: false }, []],
])('%o confirms by %o', (facts, ways) => {
  expect(waysToConfirm(facts)).toEqual(ways)
})

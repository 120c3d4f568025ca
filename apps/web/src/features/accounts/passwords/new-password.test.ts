import { cleanup, renderHook } from '@testing-library/react'
import { passwordLimits } from '@veranda/core/accounts/passwords/password.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { useNewPasswordRule } from './new-password.ts'

beforeAll(() => loadTranslations('accounts/passwords'))
afterEach(cleanup)

const user = { email: 'ada.byron@example.org', name: 'Ada Byron' }

test('each fault of a new password has its own sentence, with the limits of the rule', () => {
  const { result } = renderHook(useNewPasswordRule)
  const { hint, findFault } = result.current
  const { min, max } = passwordLimits
  expect(hint).toContain(`At least ${min} characters`)
  expect(findFault('a little', user)).toBe(`Use at least ${min} characters.`)
  expect(findFault('four words in a row '.repeat(20), user)).toBe(`Use at most ${max} characters.`)
  expect(findFault('ada.byron1815', user)).toBe('Don’t use your name or email address as your password.')
  expect(findFault('abcabcabcabc', user)).toBe('This password is easy to guess. Choose a less common one.')
  expect(findFault('garden chairs at dusk', user)).toBeUndefined()
})

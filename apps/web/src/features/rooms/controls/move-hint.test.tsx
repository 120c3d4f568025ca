import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession } from '../../../lib/session/session.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { MoveHint } from './move-hint.tsx'

let isTouch = false
beforeAll(() => loadTranslations('rooms'))
beforeEach(() => {
  localStorage.clear()
  isTouch = false
  vi.stubGlobal('matchMedia', () => ({ matches: isTouch }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('how to move is said at first, by keys or by touch', () => {
  render(<MoveHint />)
  expect(screen.getByText(/W, A, S and D walk/)).toBeTruthy()
  cleanup()
  isTouch = true
  render(<MoveHint />)
  expect(screen.getByText(/two fingers/)).toBeTruthy()
  expect(screen.queryByText(/W, A, S and D/)).toBeNull()
})

test('once dismissed it stays away until the next user signs in', async () => {
  render(<MoveHint />)
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }))
  expect(screen.queryByText('How to move')).toBeNull()
  cleanup()
  render(<MoveHint />)
  expect(screen.queryByText('How to move')).toBeNull()
  cleanup()
  clearSession('left')
  render(<MoveHint />)
  expect(screen.getByText('How to move')).toBeTruthy()
})

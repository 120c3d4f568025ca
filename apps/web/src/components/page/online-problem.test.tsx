import { act, cleanup, render, screen } from '@testing-library/react'
import texts from '@veranda/i18n/shell/connection/en.json'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Problem } from '../../lib/api/problem.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { problemDocument } from '../../lib/testing/replies.ts'
import { OnlineProblem } from './online-problem.tsx'

let online = true
vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)

beforeAll(() => loadTranslations('shell/connection'))
afterEach(cleanup)

test('what cannot wait says at its button that it needs a connection, until there is one', () => {
  render(<OnlineProblem problem={undefined} />)
  expect(screen.queryByRole('status')).toBeNull()
  const setOnline = (next: boolean) => {
    online = next
    act(() => void dispatchEvent(new Event(next ? 'online' : 'offline')))
  }
  setOnline(false)
  expect(screen.getByRole('status').textContent).toBe(texts.needed)
  setOnline(true)
  expect(screen.queryByRole('status')).toBeNull()
})

test('why a command was refused is said with and without a connection', () => {
  online = false
  render(<OnlineProblem problem={new Problem({ ...problemDocument(409, 'x'), detail: 'Someone was faster.' })} />)
  expect(screen.getByRole('alert').textContent).toBe('Someone was faster.')
})

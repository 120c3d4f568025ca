import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadWords } from '../../lib/words.ts'
import { type OutgoingItem } from './outbox.ts'
import { OutgoingItemView } from './outgoing-item.tsx'

beforeAll(() => loadWords('messages', 'common'))
afterEach(cleanup)

function show(state: OutgoingItem['state'], more: Partial<OutgoingItem> = {}) {
  const acts = { retry: vi.fn(), edit: vi.fn(), drop: vi.fn() }
  const item: OutgoingItem = {
    clientId: 'k',
    lane: 'c',
    payload: { message: 'Good morning', replyTo: null },
    at: 0,
    state,
    ...more,
  }
  render(
    <Suspense>
      <OutgoingItemView item={item} begins acts={acts} />
    </Suspense>,
  )
  return { acts, item }
}

test.each([
  ['queued', 'Waiting for the connection'],
  ['sending', 'Sending'],
  ['sent', 'Sent'],
] as const)('%s says where the message stands', (state, text) => {
  show(state)
  expect(screen.getByText('Good morning')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what was refused says why, and can be tried again, edited or given up', async () => {
  const { acts, item } = show('failed', { refusal: { code: 'message.too-long', message: 'It is too long.' } })
  expect(screen.getByRole('alert').textContent).toContain('It is too long.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(acts.retry).toHaveBeenCalledWith(item)
  expect(acts.edit).toHaveBeenCalledWith(item)
  expect(acts.drop).toHaveBeenCalledWith(item)
})

test('what has left cannot be edited here', () => {
  show('sending')
  expect(screen.queryByRole('button')).toBeNull()
})

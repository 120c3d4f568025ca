import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type SendStatus } from '../../../lib/send-queue.ts'
import { type OutgoingMessage } from './send-queue.ts'
import { OutgoingMessageItem } from './outgoing-message.tsx'

beforeAll(() => loadTranslations('conversations', 'common'))
afterEach(cleanup)

function renderItem(status: SendStatus) {
  const actions = { retry: vi.fn(), edit: vi.fn(), drop: vi.fn() }
  const item: OutgoingMessage = {
    clientId: 'k',
    lane: 'c',
    payload: { message: 'Good morning', replyTo: null },
    createdAtMs: 0,
    ...status,
  }
  render(
    <Suspense>
      <OutgoingMessageItem item={item} startsGroup actions={actions} />
    </Suspense>,
  )
  return { actions, item }
}

test.each([
  ['queued', 'Waiting for connection'],
  ['sending', 'Sending'],
  ['sent', 'Sent'],
] as const)('%s is shown as the state of the message', (state, text) => {
  renderItem({ state })
  expect(screen.getByText('Good morning')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refused message shows why, and can be retried, edited or discarded', async () => {
  const error = { code: 'message.too-long', message: 'It is too long.' }
  const { actions, item } = renderItem({ state: 'failed', error })
  expect(screen.getByRole('alert').textContent).toContain('It is too long.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(actions.retry).toHaveBeenCalledWith(item)
  expect(actions.edit).toHaveBeenCalledWith(item)
  expect(actions.drop).toHaveBeenCalledWith(item)
})

test('a message that is being sent cannot be edited here', () => {
  renderItem({ state: 'sending' })
  expect(screen.queryByRole('button')).toBeNull()
})

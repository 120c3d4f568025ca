import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { notificationDrafts } from '@veranda/core/notifications/delivery/drafts-from-events.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../lib/api/query.ts'
import { loadTranslations } from '../lib/i18n.ts'
import { jsonReply, problemReply } from '../lib/testing.ts'
import { MessagesScreen } from './messages-screen.tsx'

const requested: string[] = []

function answer(input: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://veranda.test')
  requested.push(pathname)
  // The conversation itself is left out: which one is requested says where the address led.
  const reply =
    pathname === '/api/conversations'
      ? jsonReply({ items: [], next: null })
      : problemReply(404, 'conversation.not-found')
  return Promise.resolve(reply)
}

function open(path: string) {
  const router = createMemoryRouter([{ path: '/messages', element: <MessagesScreen /> }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '', notices: '' }}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

beforeAll(() => loadTranslations('conversations', 'common', 'errors'))
beforeEach(() => {
  requested.length = 0
  vi.stubGlobal('fetch', vi.fn(answer))
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

test('the link of a message notification opens its conversation', async () => {
  const data = {
    conversationId: 'talk',
    projectId: null,
    messageId: 'm',
    seq: 3,
    by: 'ann',
    preview: 'Hi',
    mentions: [],
  }
  // Sample data in place of branded ids.
  const [draft] = notificationDrafts({ type: 'message.sent', data } as unknown as Parameters<
    typeof notificationDrafts
  >[0])
  open(String(draft?.data.actionUrl))
  await vi.waitFor(() => expect(requested).toContain('/api/conversations/talk'))
})

test('without a conversation in the address the user is asked to choose one', async () => {
  open('/messages')
  expect(await screen.findByText('Choose a conversation')).toBeTruthy()
  expect(requested.filter((path) => path.startsWith('/api/conversations/'))).toEqual([])
})

import { QueryClientProvider } from '@tanstack/react-query'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { jsonReply } from '../../../lib/testing.ts'

type RecordedRequest = { method: string; path: string; body: unknown }
type StubAnswer = (requests: RecordedRequest) => object | Promise<object>

/** Stubs a server with replies by "METHOD /path" and records the requests. Anything else is 404. */
export function stubServer(answers: Record<string, StubAnswer | object>) {
  const requests: RecordedRequest[] = []
  vi.stubGlobal('fetch', async (address: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, 'http://127.0.0.1/')
    const path = url.pathname.replace(/^\/api/, '')
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const one = { method, path, body }
    requests.push(one)
    const answer = answers[`${method} ${path}`]
    if (answer === undefined) return jsonReply({ code: 'http.404', status: 404, requestId: 'r' }, 404)
    const reply = typeof answer === 'function' ? await (answer as StubAnswer)(one) : answer
    return reply instanceof Response ? reply : jsonReply(reply)
  })
  return requests
}

const labels = {
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'Busy',
  optional: 'optional',
  remove: 'Remove',
  notices: 'Notices',
}

/** Renders a component as in the app: with query cache, router and labels. */
export function renderInApp(part: ReactNode, path = '/') {
  const inside = (
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={labels}>
        <Suspense>{part}</Suspense>
      </LabelsProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: inside }], { initialEntries: [path] })
  return { router, ...render(<RouterProvider router={router} />) }
}

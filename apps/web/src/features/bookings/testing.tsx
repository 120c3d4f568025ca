import { QueryClientProvider } from '@tanstack/react-query'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { jsonReply } from '../../lib/testing.ts'

type Asked = { method: string; path: string; body: unknown }
type Answer = (asked: Asked) => object | Promise<object>

/** A server made of answers by "METHOD /path"; remembers what it was asked. What it does not know is 404. */
export function stubServer(answers: Record<string, Answer | object>) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (address: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, 'http://127.0.0.1/')
    const path = url.pathname.replace(/^\/api/, '')
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const one = { method, path, body }
    asked.push(one)
    const answer = answers[`${method} ${path}`]
    if (answer === undefined) return jsonReply({ code: 'http.404', status: 404, requestId: 'r' }, 404)
    const reply = typeof answer === 'function' ? await (answer as Answer)(one) : answer
    return reply instanceof Response ? reply : jsonReply(reply)
  })
  return asked
}

const labels = {
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'Busy',
  optional: 'optional',
  remove: 'Remove',
  notices: 'Notices',
}

/** Draws a part as it stands in the app: with the cache, the router and the primitives' words. */
export function show(part: ReactNode, path = '/') {
  const inside = (
    <QueryClientProvider client={cache}>
      <LabelsProvider labels={labels}>
        <Suspense>{part}</Suspense>
      </LabelsProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: inside }], { initialEntries: [path] })
  return { router, ...render(<RouterProvider router={router} />) }
}

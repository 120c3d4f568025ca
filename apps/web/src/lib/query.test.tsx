import { route } from '@veranda/contract/route.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cache, refresh, useRead } from './query.ts'
import { jsonReply } from './testing.ts'

const readThing = route<{ reply: { name: string } }>('GET', '/thing')

afterEach(() => {
  cleanup()
  cache.clear()
  vi.unstubAllGlobals()
})

function Thing() {
  return <p>{useRead(readThing).data?.name ?? 'nothing yet'}</p>
}

test('a change told while the first answer is on its way is not lost behind that answer', async () => {
  const first = Promise.withResolvers<Response>()
  const answers = [first.promise, Promise.resolve(jsonReply({ name: 'after' }))]
  vi.stubGlobal('fetch', () => answers.shift())
  render(
    <QueryClientProvider client={cache}>
      <Thing />
    </QueryClientProvider>,
  )
  const refreshed = refresh(readThing)
  first.resolve(jsonReply({ name: 'before' }))
  await refreshed
  expect(await screen.findByText('after')).toBeTruthy()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { jsonReply } from '../../../lib/testing.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { addMessageToDraft } from './changes-draft.ts'
import { useChangeRound } from './use-change-round.ts'

const sent: unknown[] = []
const version: ReviewedVersion = {
  deliverableId: 'version',
  number: 2,
  hash: 'a'.repeat(64),
  actions: ['request-changes'],
  assets: [{ id: 'model' }],
  milestone: { id: 'milestone', title: 'Chair', version: 3, price: null },
}
const pins = [
  { id: 'low', number: 1, state: 'open', round: null },
  { id: 'dark', number: 2, state: 'open', round: null },
  { id: 'fixed', number: 3, state: 'fixed', round: null },
  { id: 'sent', number: 4, state: 'open', round: 1 },
]

beforeAll(() => loadTranslations('commissions', 'errors'))
beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: unknown, init: RequestInit = {}) => {
      // Command bodies are JSON strings.
      if (init.method === 'POST') sent.push(JSON.parse(init.body as string))
      return jsonReply({ items: pins })
    }),
  )
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

function show(onSent: (text: string) => void = () => undefined) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  return renderHook(() => useChangeRound(version, { open: true, onSent }), { wrapper }).result
}

test('a page and a panel that are open at once edit one draft, and send what both show', async () => {
  const onSent = vi.fn()
  const [page, panel] = [show(), show(onSent)]
  await vi.waitFor(() => expect(panel.current.openPins.map(({ id }) => id)).toEqual(['low', 'dark']))
  act(() => page.current.draft.change({ items: ['Lower the seat'] }))
  act(() => panel.current.openPins[1] && panel.current.toggle(panel.current.openPins[1]))
  act(() => addMessageToDraft('version', { id: 'message', text: 'And lighter' }))
  for (const round of [page, panel]) {
    expect(round.current.written.map(({ text }) => text)).toEqual(['Lower the seat', 'And lighter'])
    expect(round.current.openPins.map(round.current.isIncluded)).toEqual([true, false])
    expect(round.current.sendLabel).toBe('Send 3 changes')
  }
  act(() => panel.current.send())
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('The changes are sent'))
  expect(sent).toEqual([
    {
      deliverableId: 'version',
      hash: version.hash,
      expected: 3,
      pinIds: ['low'],
      items: ['Lower the seat', 'And lighter'],
      messages: [{ item: 1, id: 'message' }],
    },
  ])
  expect(page.current.written).toEqual([])
})

test('an empty round is not sent', async () => {
  const round = show()
  await vi.waitFor(() => expect(round.current.openPins).toHaveLength(2))
  for (const pin of round.current.openPins) act(() => round.current.toggle(pin))
  act(() => round.current.send())
  expect([round.current.count, sent]).toEqual([0, []])
})

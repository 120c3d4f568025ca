import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { requestChanges } from '@veranda/contract/commissions/routes.ts'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { sampleMilestone, samplePin } from '../testing/sample-project.ts'
import { addMessageToDraft } from './changes-draft.ts'
import { useChangeRound } from './use-change-round.ts'

let server: ContractServer
const [milestoneId, deliverableId, messageId] = [idOf('c'), idOf('d'), idOf('8')]
const version: ReviewedVersion = {
  deliverableId,
  number: 2,
  hash: 'a'.repeat(64),
  actions: ['request-changes'],
  assets: [{ id: idOf('7'), name: 'Chair' }],
  flatAssets: [],
  milestone: { id: milestoneId, title: 'Chair', version: 3, price: null },
}
const [low, dark] = [samplePin(1), samplePin(2)]
const pins = [
  low,
  dark,
  samplePin(3, { state: 'fixed' }),
  samplePin(4, { kind: 'change', requestMessageId: null, round: 1 }),
]

beforeAll(() => loadTranslations('commissions', 'errors'))
beforeEach(() => {
  localStorage.clear()
  server = contractServer()
  server.reply(listPins, { items: pins })
  server.reply(requestChanges, sampleMilestone())
})
afterEach(() => {
  cleanup()
  queryCache.clear()
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
  await vi.waitFor(() => expect(panel.current.openPins.map(({ id }) => id)).toEqual([low.id, dark.id]))
  act(() => page.current.draft.change({ items: ['Lower the seat'] }))
  act(() => panel.current.openPins[1] && panel.current.toggle(panel.current.openPins[1]))
  act(() => addMessageToDraft(deliverableId, { id: messageId, text: 'And lighter' }))
  for (const round of [page, panel]) {
    expect(round.current.written.map(({ text }) => text)).toEqual(['Lower the seat', 'And lighter'])
    expect(round.current.openPins.map(round.current.isIncluded)).toEqual([true, false])
    expect(round.current.sendLabel).toBe('Send 3 changes')
  }
  act(() => panel.current.send())
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('Change request sent'))
  expect(server.calls(requestChanges).map(({ body }) => body)).toEqual([
    {
      deliverableId,
      hash: version.hash,
      expected: 3,
      pinIds: [low.id],
      items: ['Lower the seat', 'And lighter'],
      messages: [{ item: 1, id: messageId }],
    },
  ])
  expect(page.current.written).toEqual([])
})

test('an empty round is not sent', async () => {
  const round = show()
  await vi.waitFor(() => expect(round.current.openPins).toHaveLength(2))
  for (const pin of round.current.openPins) act(() => round.current.toggle(pin))
  act(() => round.current.send())
  expect([round.current.count, server.calls(requestChanges)]).toEqual([0, []])
})

import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import {
  addPin,
  changePinState,
  listPins,
  removePin,
  replyToPin,
  restorePin,
} from '@veranda/contract/commissions/pins/routes.ts'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { idOf, maya } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { samplePin } from '../testing/sample-project.ts'
import { useQueuedPinWrites } from './pin-send-queue.ts'
import { usePins } from './use-pins.ts'

let server: ContractServer
const pins = [samplePin(1, { actions: ['fix'] }), samplePin(2, { actions: ['fix'] })]
const [milestoneId, deliverableId, assetId] = [idOf('c'), idOf('d'), idOf('7')]
const version: ReviewedVersion = {
  deliverableId,
  number: 2,
  hash: 'a'.repeat(64),
  actions: ['pin'],
  assets: [{ id: assetId, name: 'Chair' }],
  flatAssets: [],
  milestone: { id: milestoneId, title: 'Chair', version: 3, price: null },
}
const point: AnchorPoint = {
  part: 'Seat',
  position: { x: 0, y: 0.45, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  view: {
    eye: [0, 1, 2],
    target: [0, 0, 0],
    settings: { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio', sizes: false },
  },
}

beforeAll(() => loadTranslations('commissions/pins', 'errors'))
beforeEach(() => {
  server = contractServer()
  server.reply(listPins, { items: pins })
  server.reply(addPin, samplePin(7))
  server.reply(removePin, { done: true })
  server.reply(restorePin, samplePin(2))
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

async function show(openedId?: string, of = version) {
  const announce = vi.fn<(text: string, undo?: () => void) => void>()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { result, rerender } = renderHook(
    (opened: string | undefined) => usePins(of, { enabled: true, assetId, openedId: opened, announce }),
    { wrapper, initialProps: openedId },
  )
  await vi.waitFor(() => expect(result.current.pins).toHaveLength(2))
  return { result, rerender, announce }
}

test('a pin is set on the exact version and asset, and the result is announced', async () => {
  const { result, announce } = await show()
  let added = false
  await act(async () => void (added = await result.current.add(point, { text: 'Too low', change: false })))
  expect(added).toBe(true)
  expect(server.calls(addPin)).toEqual([
    { params: { id: milestoneId }, body: { ...point, deliverableId, assetId, text: 'Too low', change: false } },
  ])
  expect(announce).toHaveBeenCalledExactlyOnceWith('Pin 7 added.')
})

test('what a new pin may be comes from the actions of the version', async () => {
  const { result } = await show()
  expect([result.current.canPin, result.current.canRequestChange]).toEqual([true, false])
  const client = await show(undefined, { ...version, actions: ['pin', 'pin-change-request'] })
  expect(client.result.current.canRequestChange).toBe(true)
})

test('a refusal belongs to the thread in which it happened', async () => {
  server.refuse(changePinState, 409, 'pin.stale')
  const { result, rerender } = await show(samplePin(1).id)
  const [first] = result.current.pins
  await act(async () => {
    if (first) result.current.thread.changeState(first, 'fix')
  })
  await vi.waitFor(() => expect(result.current.thread.problem?.code).toBe('pin.stale'))
  expect(server.calls(changePinState)).toEqual([
    { params: { id: samplePin(1).id }, body: { action: 'fix', text: '', expected: 1 } },
  ])
  rerender(samplePin(2).id)
  expect([result.current.opened?.id, result.current.thread.problem]).toEqual([samplePin(2).id, undefined])
})

test('a pin and a reply without a connection wait under the key of their attempt, and are sent once', async () => {
  sessionStore.set({ status: 'in', user: maya })
  const { result } = await show(samplePin(2).id)
  const waiting = renderHook(() => [...useQueuedPinWrites(milestoneId), ...useQueuedPinWrites(samplePin(2).id)]).result
  const keys: (string | null)[] = []
  const send = globalThis.fetch
  let isCut = true
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'))
    if (isCut && init.method === 'POST') throw new TypeError('Failed to fetch')
    return send(address, init)
  })
  await act(async () => {
    expect(await result.current.add(point, { text: 'Too low', change: false })).toBe(true)
    const second = result.current.opened
    if (second) expect(await result.current.thread.reply(second, { text: 'Mended' })).toBe(true)
  })
  await vi.waitFor(() => expect(waiting.current.map(({ payload }) => payload.body.text)).toEqual(['Too low', 'Mended']))
  expect([result.current.adding.problem, result.current.thread.problem]).toEqual([undefined, undefined])
  isCut = false
  server.reply(replyToPin, samplePin(2))
  act(() => void dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(waiting.current).toEqual([]))
  expect(server.calls(addPin)).toHaveLength(1)
  expect(server.calls(replyToPin)).toHaveLength(1)
  // Both tries of each have one key, so that a try whose reply was lost counts once.
  expect(new Set(keys).size).toBe(2)
})

test('a removed pin can be restored from the announcement', async () => {
  const { result, announce } = await show(samplePin(2).id)
  const second = result.current.opened
  let removed = false
  await act(async () => void (removed = second !== undefined && (await result.current.thread.remove(second))))
  expect(removed).toBe(true)
  const [text, undo] = announce.mock.lastCall ?? []
  expect(text).toBe('Pin 2 removed.')
  undo?.()
  await vi.waitFor(() => expect(server.calls(restorePin)).toEqual([{ params: { id: samplePin(2).id } }]))
})

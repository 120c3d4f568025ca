import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { jsonReply, problemReply } from '../../../lib/testing.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { usePins } from './use-pins.ts'

const sent: [string, unknown][] = []
let refused: string | undefined
const pinRow = (number: number) => ({ id: `pin-${number}`, number, version: number, state: 'open', actions: ['fix'] })
// Fields that the hook does not read are left out.
const pins = [pinRow(1), pinRow(2)] as unknown as Pin[]
const version: ReviewedVersion = {
  deliverableId: 'version',
  number: 2,
  hash: 'a'.repeat(64),
  actions: ['pin'],
  assets: [{ id: 'model' }],
  milestone: { id: 'milestone', title: 'Chair', version: 3, price: null },
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
  sent.length = 0
  refused = undefined
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://veranda.test')
      if ((init.method ?? 'GET') === 'GET') return jsonReply({ items: pins })
      // Command bodies are JSON strings.
      sent.push([`${init.method} ${pathname}`, init.body === undefined ? {} : JSON.parse(init.body as string)])
      return refused === undefined ? jsonReply({ ...pins[0], number: 7 }) : problemReply(409, refused)
    }),
  )
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

async function show(openedId?: string, of = version) {
  const announce = vi.fn<(text: string, undo?: () => void) => void>()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { result, rerender } = renderHook(
    (opened: string | undefined) => usePins(of, { enabled: true, assetId: 'model', openedId: opened, announce }),
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
  expect(sent).toEqual([
    [
      'POST /api/milestones/milestone/pins',
      { ...point, deliverableId: 'version', assetId: 'model', text: 'Too low', change: false },
    ],
  ])
  expect(announce).toHaveBeenCalledExactlyOnceWith('Pin 7 is set.')
})

test('what a new pin may be comes from the actions of the version', async () => {
  const { result } = await show()
  expect([result.current.canPin, result.current.canRequestChange]).toEqual([true, false])
  const client = await show(undefined, { ...version, actions: ['pin', 'pin-change-request'] })
  expect(client.result.current.canRequestChange).toBe(true)
})

test('a refusal belongs to the thread in which it happened', async () => {
  refused = 'pin.stale'
  const { result, rerender } = await show('pin-1')
  const [first] = result.current.pins
  await act(async () => {
    if (first) result.current.thread.changeState(first, 'fix')
  })
  await vi.waitFor(() => expect(result.current.thread.problem?.code).toBe('pin.stale'))
  expect(sent).toEqual([['POST /api/pins/pin-1/state', { action: 'fix', text: '', expected: 1 }]])
  rerender('pin-2')
  expect([result.current.opened?.id, result.current.thread.problem]).toEqual(['pin-2', undefined])
})

test('a removed pin can be restored from the announcement', async () => {
  const { result, announce } = await show('pin-2')
  const second = result.current.opened
  let removed = false
  await act(async () => void (removed = second !== undefined && (await result.current.thread.remove(second))))
  expect(removed).toBe(true)
  const [text, undo] = announce.mock.lastCall ?? []
  expect(text).toBe('Pin 2 was taken away.')
  undo?.()
  await vi.waitFor(() => expect(sent.at(-1)?.[0]).toBe('POST /api/pins/pin-2/restore'))
})

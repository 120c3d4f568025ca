import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { jsonReply } from '../../lib/testing.ts'
import { loadWords } from '../../lib/words.ts'
import { type SceneNow } from './scene-now.ts'
import { sampleScene, sampleVersion } from './scene-sample.ts'
import { releasable, useSceneApproval } from './use-scene-approval.ts'

const may = { approve: true, requestChanges: true, pin: true }
const sent: unknown[] = []
let open: string[] = []

beforeAll(() => loadWords('rooms', 'errors'))
beforeEach(() => {
  sent.length = 0
  open = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: unknown, init: RequestInit = {}) => {
      if (init.method === 'POST') {
        sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : undefined)
        return jsonReply({ id: 'milestone' })
      }
      return jsonReply({ items: open.map((id) => ({ id, state: 'open' })) })
    }),
  )
})
afterEach(() => {
  cleanup()
  cache.clear()
  vi.unstubAllGlobals()
})

function approving(scene: SceneNow) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { result, rerender } = renderHook((at: SceneNow) => useSceneApproval(at), { wrapper, initialProps: scene })
  const button = (id: string) => result.current.panel()?.model.actions.find((one) => one.id === id)
  const press = (id: string) => act(() => result.current.panel()?.act(id))
  act(() => result.current.open())
  return { result, rerender, button, press }
}

function onStage(...versions: ReturnType<typeof sampleVersion>[]) {
  const { scene, written } = sampleScene({ versions })
  return { written, scene: { ...scene, shared: { ...scene.shared, version: versions[0] } } }
}

test('with no pin open it goes on in two steps, and what is sent is the exact version', async () => {
  const { scene } = onStage(sampleVersion(2, { may }))
  const panel = approving(scene)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('release')
  expect(sent).toEqual([])
  panel.press('sure')
  panel.press('release')
  await vi.waitFor(() => expect(panel.result.current.panel()).toBeUndefined())
  expect(sent).toEqual([{ deliverableId: 'version-2', hash: 'a'.repeat(64), expected: 3 }])
})

test('open pins are ticked before it goes on, and one that comes later is ticked anew', async () => {
  open = ['one', 'two']
  const panel = approving(onStage(sampleVersion(2, { may })).scene)
  expect(panel.button('sure')).toMatchObject({ disabled: true })
  const seen = () => panel.result.current.panel()?.model.rows.find(({ id }) => id === 'seen')
  await vi.waitFor(() => expect(seen()).toMatchObject({ chosen: false }))
  panel.press('sure')
  expect(panel.button('sure')).toMatchObject({ disabled: true })
  panel.press('seen')
  panel.press('sure')
  expect(panel.button('release')).toMatchObject({ disabled: false })
  open = ['one', 'two', 'three']
  await act(() => cache.invalidateQueries())
  await vi.waitFor(() => expect(panel.button('release')).toMatchObject({ disabled: true }))
  panel.press('release')
  expect(sent).toEqual([])
})

test('what would be released is shown first where something else stands on the stage, and begins anew when it leaves', async () => {
  const [second, first] = [sampleVersion(2, { may }), sampleVersion(1)]
  const { scene, written } = onStage(first, second)
  const panel = approving(scene)
  expect(panel.result.current.offered?.number).toBe(2)
  expect(panel.button('sure')).toBeUndefined()
  panel.press('show')
  expect(written).toMatchObject([{ key: 'stage', change: { deliverableId: 'version-2' } }])
  const shows = (version: typeof first) => panel.rerender({ ...scene, shared: { ...scene.shared, version } })
  shows(second)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('sure')
  expect(panel.button('release')).toBeDefined()
  shows(first)
  expect(panel.button('show')).toBeDefined()
  shows(second)
  expect(panel.button('release')).toBeUndefined()
  expect(panel.button('sure')).toBeDefined()
})

test('of several that wait, the one of the milestone on the stage is offered', () => {
  const other = sampleVersion(1, { may, milestone: { ...sampleVersion(1).milestone, id: 'other' } })
  const mine = sampleVersion(3, { may })
  expect(releasable([other, mine], sampleVersion(2))?.deliverableId).toBe('version-3')
  expect(releasable([other], sampleVersion(2))?.deliverableId).toBe('version-1')
  expect(releasable([sampleVersion(2)], sampleVersion(2))).toBeUndefined()
})

test('while versions are flipped and the former one is in sight, nothing is approved before the new one is shown', async () => {
  const { scene, written } = onStage(sampleVersion(2, { may }), sampleVersion(1))
  const panel = approving(scene)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('sure')
  const former = { deliverableId: 'version-1', workId: 'work-1' }
  const shown = { deliverableId: 'version-2', workId: 'work-2', former, compare: 'flip', flipped: true } as const
  panel.rerender({ ...scene, shared: { ...scene.shared, shown } })
  expect(panel.result.current.panel()?.model.rows).toMatchObject([{ text: 'decide.former.text 2 1' }])
  panel.press('release')
  expect(sent).toEqual([])
  panel.press('show')
  const [{ key, change } = {}] = written
  expect(key).toBe('stage')
  expect(typeof change === 'function' && change(shown)).toEqual({ ...shown, flipped: false })
})

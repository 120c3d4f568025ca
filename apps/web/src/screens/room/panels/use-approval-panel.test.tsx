import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { sampleMilestone, samplePin } from '../../../features/commissions/testing/sample-project.ts'
import { type PanelContext } from '../../../features/rooms/panels/panel-context.ts'
import { samplePanelContext, sampleVersion } from '../../../features/rooms/testing/sample-room.ts'
import { findApprovableVersion, useApprovalPanel } from './use-approval-panel.ts'

const actions = ['approve', 'request-changes', 'pin'] as const
let server: ContractServer
let pins: Pin[]

/** Returns a version of the room, as the server knows it. */
const versionOf = (number: number, overrides: Partial<RoomVersion> = {}) =>
  sampleVersion(number, {
    deliverableId: idOf('d', number),
    milestone: { ...sampleVersion(number).milestone, id: idOf('c') },
    ...overrides,
  })

beforeAll(() => loadTranslations('rooms', 'commissions', 'commissions/pins', 'errors'))
beforeEach(() => {
  pins = []
  server = contractServer()
  server.reply(listPins, () => ({ items: pins }))
  server.reply(approveMilestone, sampleMilestone({ state: 'released' }))
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

function approving(context: PanelContext) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { result, rerender } = renderHook((at: PanelContext) => useApprovalPanel(at), {
    wrapper,
    initialProps: context,
  })
  const button = (id: string) => result.current.panel()?.model.actions.find((one) => one.id === id)
  const press = (id: string) => act(() => result.current.panel()?.handleAction(id))
  act(() => result.current.open())
  return { result, rerender, button, press }
}

function inScene(...versions: ReturnType<typeof sampleVersion>[]) {
  const { context, writes } = samplePanelContext({ versions })
  return { writes, context: { ...context, shared: { ...context.shared, version: versions[0] } } }
}

test('without open pins, approval takes two steps and sends the exact version', async () => {
  const { context } = inScene(versionOf(2, { actions: [...actions] }))
  const panel = approving(context)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('release')
  expect(server.calls(approveMilestone)).toEqual([])
  panel.press('sure')
  panel.press('release')
  await vi.waitFor(() => expect(panel.result.current.panel()).toBeUndefined())
  const body = { deliverableId: idOf('d', 2), hash: 'a'.repeat(64), expected: 3 }
  expect(server.calls(approveMilestone)).toEqual([{ params: { id: idOf('c') }, body }])
})

test('open pins must be acknowledged first, and again if another one arrives', async () => {
  pins = [samplePin(1), samplePin(2)]
  const panel = approving(inScene(versionOf(2, { actions: [...actions] })).context)
  expect(panel.button('sure')).toMatchObject({ disabled: true })
  const seen = () => panel.result.current.panel()?.model.rows.find(({ id }) => id === 'seen')
  await vi.waitFor(() => expect(seen()).toMatchObject({ chosen: false }))
  panel.press('sure')
  expect(panel.button('sure')).toMatchObject({ disabled: true })
  panel.press('seen')
  panel.press('sure')
  expect(panel.button('release')).toMatchObject({ disabled: false })
  pins = [samplePin(1), samplePin(2), samplePin(3)]
  await act(() => queryCache.invalidateQueries())
  await vi.waitFor(() => expect(panel.button('release')).toMatchObject({ disabled: true }))
  panel.press('release')
  expect(server.calls(approveMilestone)).toEqual([])
})

test('a version that is not in the scene is shown first, and approval starts over when it leaves the scene', async () => {
  const [second, first] = [versionOf(2, { actions: [...actions] }), versionOf(1)]
  const { context, writes } = inScene(first, second)
  const panel = approving(context)
  expect(panel.result.current.approvable?.number).toBe(2)
  expect(panel.button('sure')).toBeUndefined()
  panel.press('show')
  expect(writes).toMatchObject([{ key: 'scene', change: { deliverableId: idOf('d', 2) } }])
  const shows = (version: typeof first) => panel.rerender({ ...context, shared: { ...context.shared, version } })
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

test('of several approvable versions, the one of the milestone in the scene is offered', () => {
  const other = versionOf(1, { actions: [...actions], milestone: { ...versionOf(1).milestone, id: 'other' } })
  const mine = versionOf(3, { actions: [...actions] })
  expect(findApprovableVersion([other, mine], versionOf(2))?.deliverableId).toBe(idOf('d', 3))
  expect(findApprovableVersion([other], versionOf(2))?.deliverableId).toBe(idOf('d', 1))
  expect(findApprovableVersion([versionOf(2)], versionOf(2))).toBeUndefined()
})

test('while the previous version is visible, nothing is approved until the new one is shown', async () => {
  const { context, writes } = inScene(versionOf(2, { actions: [...actions] }), versionOf(1))
  const panel = approving(context)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('sure')
  const previous = { deliverableId: idOf('d', 1), assetId: 'asset-1' }
  const shown = { deliverableId: idOf('d', 2), assetId: 'asset-2', previous, compare: 'flip', flipped: true } as const
  panel.rerender({ ...context, shared: { ...context.shared, shown } })
  expect(panel.result.current.panel()?.model.rows).toMatchObject([{ text: 'decide.former.text 2 1' }])
  panel.press('release')
  expect(server.calls(approveMilestone)).toEqual([])
  panel.press('show')
  const [{ key, change } = {}] = writes
  expect(key).toBe('scene')
  expect(typeof change === 'function' && change(shown)).toEqual({ ...shown, flipped: false })
})

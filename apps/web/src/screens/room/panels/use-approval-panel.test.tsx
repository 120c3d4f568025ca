import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { markAssetSeen } from '../../../components/assets/seen-assets.ts'
import {
  type HoldInput,
  panelAnglesRadians,
  panelDistanceMetres,
  panelWidthMetres,
} from '../../../lib/panels/panel-model.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { sampleMilestone, samplePin } from '../../../features/commissions/testing/sample-project.ts'
import { type PanelContext } from '../../../features/rooms/panels/panel-context.ts'
import { samplePanelContext, sampleVersion } from '../../../features/rooms/testing/sample-room.ts'
import { layoutPanel } from '../../../three/ui/panel-layout.ts'
import { findApprovableVersion, useApprovalPanel } from './use-approval-panel.ts'

const actions = ['approve', 'request-changes', 'pin'] as const
let server: ContractServer
let pins: Pin[]
/** The time that holds are measured by, in milliseconds. */
let clock: number

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
  clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  markAssetSeen('asset-1')
  markAssetSeen('asset-2')
  server = contractServer()
  server.reply(listPins, () => ({ items: pins }))
  server.reply(approveMilestone, sampleMilestone({ state: 'released' }))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  queryCache.clear()
})

function approving(context: PanelContext) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { result, rerender } = renderHook((at: PanelContext) => useApprovalPanel(at, (_, text) => at.announce(text)), {
    wrapper,
    initialProps: context,
  })
  const button = (id: string) =>
    [result.current.panel(), result.current.holdPanel()]
      .flatMap((panel) => panel?.model.actions ?? [])
      .find((one) => one.id === id)
  /** Presses a button on whichever panel, as a ray does. */
  const press = (id: string) =>
    act(() => {
      for (const panel of [result.current.panel(), result.current.holdPanel()]) panel?.handleAction(id)
    })
  /** Holds the last button, with ten frames a second. Returns how full it got. */
  function hold(durationMs: number): number {
    let share = 0
    const input = (one: HoldInput) =>
      act(() => {
        share = result.current.holdPanel()?.handleHold?.(one) ?? 0
      })
    input('hold')
    for (let passedMs = 0; passedMs < durationMs; passedMs += 100) {
      clock += Math.min(100, durationMs - passedMs)
      input('keep')
    }
    const filled = share
    input('let-go')
    return filled
  }
  act(() => result.current.open())
  return { result, rerender, button, press, hold }
}

function inScene(...versions: ReturnType<typeof sampleVersion>[]) {
  const { context, writes } = samplePanelContext({ versions })
  return { writes, context: { ...context, shared: { ...context.shared, version: versions[0] } } }
}

test('without open pins, approval takes a press and a hold, and sends the exact version', async () => {
  const { context } = inScene(versionOf(2, { actions: [...actions] }))
  const panel = approving(context)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('release')
  expect(server.calls(approveMilestone)).toEqual([])
  expect(panel.button('release')).toBeUndefined()
  panel.press('sure')
  panel.press('release')
  expect(panel.hold(1_500)).toBe(1)
  await vi.waitFor(() => expect(panel.result.current.panel()).toBeUndefined())
  expect(panel.result.current.holdPanel()).toBeUndefined()
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
  expect(panel.hold(5_000)).toBe(0)
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
  panel.hold(5_000)
  expect(server.calls(approveMilestone)).toEqual([])
  panel.press('show')
  const [{ key, change } = {}] = writes
  expect(key).toBe('scene')
  expect(typeof change === 'function' && change(shown)).toEqual({ ...shown, flipped: false })
})

test('presses, single or double, and holds shorter than 1.5 s release nothing and start again', async () => {
  const panel = approving(inScene(versionOf(2, { actions: [...actions] })).context)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  for (let press = 0; press < 50; press += 1) {
    panel.press('sure')
    panel.press('release')
    clock += 150
  }
  for (const durationMs of [0, 150, 1_499, 1_499]) expect(panel.hold(durationMs)).toBeLessThan(1)
  expect(server.calls(approveMilestone)).toEqual([])
  expect(panel.hold(750)).toBe(0.5)
  panel.hold(1_500)
  await vi.waitFor(() => expect(server.calls(approveMilestone)).toHaveLength(1))
})

test('the last button is on a panel that overlaps no other, and the first one stays where it was, switched off', async () => {
  const panel = approving(inScene(versionOf(2, { actions: [...actions] })).context)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  const layout = () => {
    const model = panel.result.current.panel()?.model
    if (!model) throw new Error('the panel is closed')
    const { boxes } = layoutPanel(model, (text, size) => text.length * size * 0.5)
    return boxes.map(({ x, y, width, height, action }) => ({ x, y, width, height, action }))
  }
  const before = layout()
  panel.press('sure')
  expect(layout()).toEqual(before.map((box) => ({ ...box, action: box.action === 'sure' ? undefined : box.action })))
  const held = panel.result.current.holdPanel()?.model
  expect(held?.actions).toMatchObject([{ id: 'release', held: true }])
  const angle = panelWidthMetres / panelDistanceMetres
  for (const side of ['front', 'right'] as const) {
    const distance = Math.abs(panelAnglesRadians[held?.side ?? 'front'] - panelAnglesRadians[side])
    expect(distance, side).toBeGreaterThan(angle)
  }
})

test('every asset and image is named, and those that were never in the scene are shown or ticked first', async () => {
  const version = versionOf(2, {
    actions: [...actions],
    assets: ['asset-2', 'kettle', 'figure'].map((id) => ({ id, name: `${id}.glb`, triangles: 1, height: 1 })),
    flatAssets: [{ id: 'board', name: 'board.png' }],
  })
  const { context, writes } = inScene(version)
  const panel = approving(context)
  const rows = () => panel.result.current.panel()?.model.rows.filter(({ id }) => id.startsWith('asset-')) ?? []
  const names = ['asset-2.glb', 'kettle.glb', 'figure.glb', 'board.png']
  expect(rows().map(({ text }) => text)).toEqual(names)
  const buttons = (row: number) => rows()[row]?.buttons?.map(({ id }) => id)
  expect([0, 1, 2, 3].map(buttons)).toEqual([
    undefined,
    ['look:kettle', 'tick:kettle'],
    ['look:figure', 'tick:figure'],
    ['tick:board'],
  ])
  panel.press('look:kettle')
  expect(writes).toMatchObject([{ key: 'scene', change: { assetId: 'kettle' } }])
  act(() => markAssetSeen('kettle'))
  panel.press('tick:figure')
  expect(panel.button('sure')).toMatchObject({ disabled: true })
  panel.press('sure')
  expect(panel.button('release')).toBeUndefined()
  panel.press('tick:board')
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('sure')
  expect(panel.button('release')).toMatchObject({ disabled: false })
  // A tick that is taken back switches the last button off again.
  panel.press('tick:figure')
  expect(panel.button('release')).toMatchObject({ disabled: true })
  expect(panel.hold(5_000)).toBe(0)
  expect(server.calls(approveMilestone)).toEqual([])
})

test('a release that was refused has to be confirmed from the start', async () => {
  server.refuse(approveMilestone, 409, 'milestone.stale')
  const panel = approving(inScene(versionOf(2, { actions: [...actions] })).context)
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  panel.press('sure')
  panel.hold(1_500)
  await vi.waitFor(() => expect(panel.button('release')).toBeUndefined())
  await vi.waitFor(() => expect(panel.button('sure')).toMatchObject({ disabled: false }))
  expect(server.calls(approveMilestone)).toHaveLength(1)
})

test('the first versions of two milestones are distinguished by the names of the milestones', () => {
  const chair = versionOf(1)
  const lamp = versionOf(1, {
    deliverableId: idOf('d', 9),
    milestone: { ...chair.milestone, id: idOf('c', 9), title: 'Lamp' },
    actions: [...actions],
  })
  const panel = approving(inScene(chair, lamp).context)
  expect(panel.result.current.panel()?.model.rows).toMatchObject([{ text: 'decide.milestone.text 1 Lamp 1 Chair' }])
  expect(panel.button('show')).toMatchObject({ label: 'decide.milestone.show 1 Lamp' })
})

import {
  type PlacementRecord,
  type SceneRecord,
  type ToolsRecord,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { expect, test } from 'vitest'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import { type AnyRecordValue } from '../../records/record-store.ts'
import { toolsPanel } from './tools-panel.ts'
import { positionPanel, sizePanel } from './placement-panels.ts'
import { type ScenePanel } from '../panel-context.ts'
import { samplePanelContext, sampleVersion } from '../../testing/sample-room.ts'
import { variantChoices } from '../../records/variant-choices.ts'
import { annotationsPanel } from './annotations-panel.ts'
import { comparePanel, variantPanel, versionListPanel, versionPanel } from './version-panels.ts'

const at: PlacementRecord = { position: [0, 0, -0.6], yaw: 0, size: { kind: 'height', metres: 1.5 } }

/** Returns the record after all writes in order. */
function after<Value>(first: Value, writes: { change: unknown }[]): Value {
  return writes.reduce<Value>((now, { change }) => {
    // Changes writes by the panel under test, all of the same record.
    return typeof change === 'function' ? (change as (now: Value) => Value)(now) : (change as Value)
  }, first)
}

test('a guest sees the version and its settings without controls', () => {
  const { context } = samplePanelContext({ can: () => false })
  const { model } = versionPanel(context)
  expect(model.lead).toBe('version.guest')
  expect(model.rows.map(({ action }) => action)).toEqual(model.rows.map(() => undefined))
  expect(
    versionPanel(samplePanelContext().context).model.rows.every(({ action }) => action?.startsWith('to:version/')),
  ).toBe(true)
})

test('a newer version is offered, and shown in the scene when pressed', () => {
  const { context, writes } = samplePanelContext()
  const [second, first] = [sampleVersion(2), sampleVersion(1)]
  const shared = { ...context.shared, version: first, newerVersion: second }
  const panel = versionPanel({ ...context, shared })
  expect(panel.model.rows[0]).toMatchObject({ buttons: [{ id: 'newer' }] })
  panel.handleAction('newer')
  expect(writes).toMatchObject([{ key: 'scene', change: { deliverableId: 'version-2', assetId: 'asset-2' } }])
  expect(versionPanel({ ...context, shared, can: () => false }).model.rows[0]?.buttons).toBeUndefined()
})

test('every version, and every asset of a version, can be put in the scene', () => {
  const assets = ['Chair', 'Stool'].map((name) => ({ id: name.toLowerCase(), name, triangles: 9, height: 1 }))
  const { context, writes } = samplePanelContext({ versions: [sampleVersion(2), sampleVersion(1, { assets })] })
  const { model, handleAction } = versionListPanel(context)
  expect(model.rows.map(({ chosen, buttons }) => [chosen, buttons?.length])).toEqual([
    [true, undefined],
    [false, 2],
  ])
  handleAction('show:version-1')
  handleAction('asset:stool')
  expect(writes.map(({ change }) => change)).toMatchObject([
    { deliverableId: 'version-1', assetId: 'chair' },
    { deliverableId: 'version-1', assetId: 'stool' },
  ])
})

test("a creator's own draft is listed but cannot be put in the scene", () => {
  const { context } = samplePanelContext({ versions: [sampleVersion(3, { draft: true }), sampleVersion(2)] })
  const [draft, open] = versionListPanel(context).model.rows
  expect([draft?.action, draft?.detail]).toEqual([undefined, 'version.draft'])
  expect(open?.action).toBe('show:version-2')
})

test('a previous version is compared by the change map first, then in every mode', () => {
  const { context, writes } = samplePanelContext()
  comparePanel(context).handleAction('previous:version-1')
  const { shown } = context.shared
  const beside = after(shown, writes)
  expect(beside).toMatchObject({ previous: { deliverableId: 'version-1', assetId: 'asset-1' }, compare: 'map' })
  const panel = comparePanel({ ...context, shared: { ...context.shared, shown: beside } })
  expect(panel.model.rows[1]?.buttons?.map(({ id }) => id)).toEqual(['how:flip', 'how:side', 'how:overlay', 'how:map'])
  writes.length = 0
  panel.handleAction('how:flip')
  panel.handleAction('flipped')
  expect(after(beside, writes)).toMatchObject({ compare: 'flip', flipped: true })
  panel.handleAction('previous:')
  expect(after(beside, writes)).toMatchObject({ previous: null, compare: 'none', flipped: false })
})

test('steps add up from the values at the time of writing, and stay within bounds', () => {
  const { context, writes } = samplePanelContext()
  const shared = { ...context.shared, placement: at }
  const size = sizePanel({ ...context, shared })
  for (const step of ['high:0.1', 'high:0.1', 'high:-0.01']) size.handleAction(step)
  expect(after(at, writes).size).toEqual({ kind: 'height', metres: 1.69 })
  size.handleAction('usual:1.8')
  expect(after(at, writes).size).toEqual({ kind: 'height', metres: 1.8 })
  writes.length = 0
  const place = positionPanel({ ...context, shared })
  for (const step of ['x:0.1', 'x:0.01', 'z:-0.1', 'turn:15', 'turn:-1']) place.handleAction(step)
  const moved = after(at, writes)
  expect(moved.position).toEqual([0.11, 0, -0.7])
  expect((moved.yaw * 180) / Math.PI).toBeCloseTo(14, 6)
  writes.length = 0
  const far = { ...at, position: [32, 0, 0] } satisfies PlacementRecord
  positionPanel({ ...context, shared: { ...shared, placement: far } }).handleAction('x:0.1')
  expect(after(far, writes).position[0]).toBe(32)
})

test('while another participant has grabbed the model, steps are disabled and the panel says who', () => {
  const { context } = samplePanelContext()
  const held = {
    ...context,
    shared: { ...context.shared, placement: at },
    connection: { ...context.connection, grabs: new Map([['placement', 1]]) },
  }
  for (const { model } of [sizePanel(held), positionPanel(held)]) {
    expect(model.lead).toBe('version.place.grabbed Kenji Arai')
    expect(model.rows.flatMap(({ buttons = [] }) => buttons).every(({ disabled }) => disabled)).toBe(true)
  }
})

test('explode, section, light and wireframe are writes independently', () => {
  const { context, writes } = samplePanelContext()
  const look = toolsPanel(context)
  expect(look.model.rows.map(({ id }) => id)).not.toContain('at')
  for (const act of ['apart:0.25', 'cut:y', 'light:dusk', 'wires']) look.handleAction(act)
  const cut = after<ToolsRecord>(defaultTools, writes)
  expect(cut).toMatchObject({ explode: 0.25, section: { axis: 'y', at: 0.5 }, light: 'dusk', wireframe: true })
  writes.length = 0
  const changedPanel = toolsPanel({ ...context, shared: { ...context.shared, tools: cut } })
  expect(changedPanel.model.rows.find(({ id }) => id === 'at')?.value).toBe('50%')
  for (const act of ['at:-0.1', 'at:-0.01', 'turned', 'cut:x', 'apart:-0.25', 'apart:-0.25'])
    changedPanel.handleAction(act)
  expect(after(cut, writes)).toMatchObject({ explode: 0, section: { axis: 'x', at: 0.39, turned: true } })
})

test('the light is turned in steps, and a whole turn begins again', () => {
  const { context, writes } = samplePanelContext()
  const turned = toolsPanel({
    ...context,
    shared: { ...context.shared, tools: { ...defaultTools, lightTurn: 345 / 360 } },
  })
  expect(turned.model.rows.find(({ id }) => id === 'around')?.value).toBe('comfort.snap.degrees 345')
  turned.handleAction('around:45')
  turned.handleAction('around:-15')
  expect(after<ToolsRecord>({ ...defaultTools, lightTurn: 345 / 360 }, writes).lightTurn).toBeCloseTo(15 / 360, 6)
})

test('annotations are added and removed; measurements of other assets are not listed', () => {
  const measure = { from: { x: 0, y: 0, z: 0 }, to: { x: 0, y: 1, z: 0 } }
  const values = new Map<string, AnyRecordValue>([
    ['measure:a', { ...measure, assetId: 'asset-2' }],
    ['measure:b', { ...measure, assetId: 'asset-1' }],
    ['tools', defaultTools],
  ])
  const { context, writes, typingRequests } = samplePanelContext({ values })
  const { model, handleAction } = annotationsPanel(context)
  expect(model.rows.map(({ id }) => id)).toEqual(['add', 'note', 'measure:a'])
  handleAction('add:person')
  handleAction('note')
  typingRequests[0]?.onDone('Too low')
  handleAction('drop:measure:a')
  expect(writes).toMatchObject([
    { key: expect.stringMatching(/^reference:/), change: { what: 'person' } },
    { key: expect.stringMatching(/^note:/), change: { text: 'Too low' } },
    { key: 'measure:a', change: null },
  ])
})

test('the size panel and its row say the scale of a model that is not at its own size', () => {
  const { context } = samplePanelContext()
  const sizeRow = (shared: typeof context.shared) =>
    versionPanel({ ...context, shared }).model.rows.find(({ action }) => action === 'to:version/size')?.value
  const onTable: PlacementRecord = { position: [2, 0.72, 0.5], yaw: 0, size: { kind: 'doll-house' } }
  const ownSize = { ...context.shared, placement: onTable, scaleFactor: 1 }
  expect(sizeRow(ownSize)).toBe('version.size.doll-house')
  expect(sizePanel({ ...context, shared: ownSize }).model.rows[0]).toMatchObject({ text: '' })
  const reduced = { ...ownSize, scaleFactor: 0.5 }
  expect(sizeRow(reduced)).toBe('version.size.scale 1 2')
  expect(sizePanel({ ...context, shared: reduced }).model.rows[0]).toMatchObject({ text: 'version.size.scale 1 2' })
})

test('a variant is chosen for the asset in the scene, and left again for its own materials', () => {
  const { context, writes, visited } = samplePanelContext()
  const { shown } = context.shared
  const withVariant = (variant?: string) => {
    const scene = { ...shown, previous: null, compare: 'none', flipped: false, variant } as SceneRecord
    const variants = variantChoices({ variants: ['Natural', 'to:menu'] }, scene, context.t)
    return { ...context, shared: { ...context.shared, shown: scene, variants } }
  }
  const rowOf = (panel: ScenePanel) => panel.model.rows.find(({ id }) => id === 'variant')
  expect(rowOf(versionPanel(context))).toBeUndefined()
  expect(rowOf(versionPanel(withVariant()))).toMatchObject({
    value: 'version.variant.own',
    action: 'to:version/variant',
  })
  expect(rowOf(versionPanel({ ...withVariant('Natural'), can: () => false }))).toEqual({
    id: 'variant',
    text: 'version.variant',
    value: 'Natural',
  })
  const panel = variantPanel(withVariant('Natural'))
  expect(panel.model.rows.map(({ text, chosen }) => [text, chosen])).toEqual([
    ['version.variant.own', false],
    ['Natural', true],
    ['to:menu', false],
  ])
  const last = panel.model.rows[2]?.action ?? ''
  panel.handleAction(last)
  expect(after(shown, writes)).toEqual({ ...shown, variant: 'to:menu' })
  expect(visited).toEqual([])
  // Someone else has put another asset in the scene meanwhile: the choice was not made for it.
  expect(after<SceneRecord | undefined>({ ...context.shared.shown, assetId: 'asset-1' } as SceneRecord, writes)).toBe(
    undefined,
  )
  writes.length = 0
  panel.handleAction(panel.model.rows[0]?.action ?? '')
  expect(after(withVariant('Natural').shared.shown, writes)).toEqual(shown)
})

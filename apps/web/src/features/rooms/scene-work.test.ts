import { type PlacementRecord, type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { expect, test } from 'vitest'
import { plainTools } from './changes.ts'
import { type AnyValue } from './room-log.ts'
import { lookPanel } from './scene-look.ts'
import { placePanel, sizePanel } from './scene-place.ts'
import { sampleScene, sampleVersion } from './scene-sample.ts'
import { thingsPanel } from './scene-things.ts'
import { comparePanel, versionsPanel, workPanel } from './scene-work.ts'

const at: PlacementRecord = { position: [0, 0, -0.6], yaw: 0, size: { kind: 'height', metres: 1.5 } }

/** What the record becomes when all that was written is written in turn. */
function after<Value>(first: Value, written: { change: unknown }[]): Value {
  return written.reduce<Value>((now, { change }) => {
    // The changes of the panel under test, of the record it is about.
    return typeof change === 'function' ? (change as (now: Value) => Value)(now) : (change as Value)
  }, first)
}

test('a guest sees what stands there and how, with no way to change it', () => {
  const { scene } = sampleScene({ mayHost: false })
  const { model } = workPanel(scene)
  expect(model.lead).toBe('work.guest')
  expect(model.rows.map(({ action }) => action)).toEqual(model.rows.map(() => undefined))
  expect(workPanel(sampleScene().scene).model.rows.every(({ action }) => action?.startsWith('to:work/'))).toBe(true)
})

test('a newer version is offered, and stands on the stage once it is pressed', () => {
  const { scene, written } = sampleScene()
  const [second, first] = [sampleVersion(2), sampleVersion(1)]
  const shared = { ...scene.shared, version: first, newer: second }
  const panel = workPanel({ ...scene, shared })
  expect(panel.model.rows[0]).toMatchObject({ buttons: [{ id: 'newer' }] })
  panel.act('newer')
  expect(written).toMatchObject([{ key: 'stage', change: { deliverableId: 'version-2', workId: 'work-2' } }])
  expect(workPanel({ ...scene, shared, mayHost: false }).model.rows[0]?.buttons).toBeUndefined()
})

test('every version and every work of one can be put on the stage', () => {
  const works = ['Chair', 'Stool'].map((name) => ({ id: name.toLowerCase(), name, triangles: 9, height: 1 }))
  const { scene, written } = sampleScene({ versions: [sampleVersion(2), sampleVersion(1, { works })] })
  const { model, act } = versionsPanel(scene)
  expect(model.rows.map(({ chosen, buttons }) => [chosen, buttons?.length])).toEqual([
    [true, undefined],
    [false, 2],
  ])
  act('show:version-1')
  act('work:stool')
  expect(written.map(({ change }) => change)).toMatchObject([
    { deliverableId: 'version-1', workId: 'chair' },
    { deliverableId: 'version-1', workId: 'stool' },
  ])
})

test('one’s own draft is listed and cannot be put on the stage', () => {
  const { scene } = sampleScene({ versions: [sampleVersion(3, { draft: true }), sampleVersion(2)] })
  const [draft, open] = versionsPanel(scene).model.rows
  expect([draft?.action, draft?.detail]).toEqual([undefined, 'work.draft'])
  expect(open?.action).toBe('show:version-2')
})

test('a former version is compared by the map first, then in every way', () => {
  const { scene, written } = sampleScene()
  comparePanel(scene).act('former:version-1')
  const { shown } = scene.shared
  const beside = after(shown, written)
  expect(beside).toMatchObject({ former: { deliverableId: 'version-1', workId: 'work-1' }, compare: 'map' })
  const panel = comparePanel({ ...scene, shared: { ...scene.shared, shown: beside } })
  expect(panel.model.rows[1]?.buttons?.map(({ id }) => id)).toEqual(['how:flip', 'how:side', 'how:overlay', 'how:map'])
  written.length = 0
  panel.act('how:flip')
  panel.act('flipped')
  expect(after(beside, written)).toMatchObject({ compare: 'flip', flipped: true })
  panel.act('former:')
  expect(after(beside, written)).toMatchObject({ former: null, compare: 'none', flipped: false })
})

test('steps add up from what stands there when they are written, and stay within bounds', () => {
  const { scene, written } = sampleScene()
  const shared = { ...scene.shared, placement: at }
  const size = sizePanel({ ...scene, shared })
  for (const step of ['high:0.1', 'high:0.1', 'high:-0.01']) size.act(step)
  expect(after(at, written).size).toEqual({ kind: 'height', metres: 1.69 })
  size.act('usual:1.8')
  expect(after(at, written).size).toEqual({ kind: 'height', metres: 1.8 })
  written.length = 0
  const place = placePanel({ ...scene, shared })
  for (const step of ['x:0.1', 'x:0.01', 'z:-0.1', 'turn:15', 'turn:-1']) place.act(step)
  const moved = after(at, written)
  expect(moved.position).toEqual([0.11, 0, -0.7])
  expect((moved.yaw * 180) / Math.PI).toBeCloseTo(14, 6)
  written.length = 0
  const far = { ...at, position: [32, 0, 0] } satisfies PlacementRecord
  placePanel({ ...scene, shared: { ...shared, placement: far } }).act('x:0.1')
  expect(after(far, written).position[0]).toBe(32)
})

test('while somebody else has a hand on the work, its steps are off and the panel says who', () => {
  const { scene } = sampleScene()
  const held = {
    ...scene,
    shared: { ...scene.shared, placement: at },
    line: { ...scene.line, holds: new Map([['placement', 1]]) },
  }
  for (const { model } of [sizePanel(held), placePanel(held)]) {
    expect(model.lead).toBe('work.place.held Kenji Arai')
    expect(model.rows.flatMap(({ buttons = [] }) => buttons).every(({ disabled }) => disabled)).toBe(true)
  }
})

test('taking apart, the cut, the light and wires are written without touching each other', () => {
  const { scene, written } = sampleScene()
  const look = lookPanel(scene)
  expect(look.model.rows.map(({ id }) => id)).not.toContain('at')
  for (const act of ['apart:0.25', 'cut:y', 'light:dusk', 'wires']) look.act(act)
  const cut = after<ToolsRecord>(plainTools, written)
  expect(cut).toMatchObject({ explode: 0.25, section: { axis: 'y', at: 0.5 }, light: 'dusk', wireframe: true })
  written.length = 0
  const again = lookPanel({ ...scene, shared: { ...scene.shared, tools: cut } })
  expect(again.model.rows.find(({ id }) => id === 'at')?.value).toBe('50%')
  for (const act of ['at:-0.1', 'at:-0.01', 'turned', 'cut:x', 'apart:-0.25', 'apart:-0.25']) again.act(act)
  expect(after(cut, written)).toMatchObject({ explode: 0, section: { axis: 'x', at: 0.39, turned: true } })
})

test('things are put beside the work and taken away; what was measured on another work is not listed', () => {
  const measure = { from: { x: 0, y: 0, z: 0 }, to: { x: 0, y: 1, z: 0 } }
  const values = new Map<string, AnyValue>([
    ['measure:a', { ...measure, workId: 'work-2' }],
    ['measure:b', { ...measure, workId: 'work-1' }],
    ['tools', plainTools],
  ])
  const { scene, written, wishes } = sampleScene({ values })
  const { model, act } = thingsPanel(scene)
  expect(model.rows.map(({ id }) => id)).toEqual(['add', 'note', 'measure:a'])
  act('add:person')
  act('note')
  wishes[0]?.done('Too low')
  act('drop:measure:a')
  expect(written).toMatchObject([
    { key: expect.stringMatching(/^reference:/), change: { what: 'person' } },
    { key: expect.stringMatching(/^note:/), change: { text: 'Too low' } },
    { key: 'measure:a', change: null },
  ])
})

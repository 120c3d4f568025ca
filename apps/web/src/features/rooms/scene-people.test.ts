import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { expect, test, vi } from 'vitest'
import { nothingTyped } from '@veranda/core/rooms/panel-keys.ts'
import { keyboardPanel } from './scene-keyboard.ts'
import { menuPanel } from './scene-menu.ts'
import { newPinPanel } from './scene-new-pin.ts'
import { peoplePanel, personPanel, type WithPeople } from './scene-people.ts'
import { pinsPanel, threadPanel } from './scene-pins.ts'
import { sampleScene, sampleVersion } from './scene-sample.ts'
import { toldPanel } from './scene-told.ts'
import { type SceneVoice } from './use-scene-voice.ts'

const p = (key: string) => key

function people(more: Partial<WithPeople> = {}): WithPeople {
  const plain = { me: 'person-0', following: undefined, speaking: new Set<number>(), volume: () => 1 }
  const acts = {
    follow: vi.fn(),
    setVolume: vi.fn(),
    gather: vi.fn(),
    silence: vi.fn(),
    makeHost: vi.fn(),
    remove: vi.fn(),
  }
  return { ...plain, ...acts, ...more }
}

function voice(more: Partial<SceneVoice> = {}): SceneVoice {
  const acts = { record: vi.fn(), stop: vi.fn(), discard: vi.fn(), hear: vi.fn() }
  return {
    row: { id: 'voice', text: 'voice.record', action: 'record' },
    acts,
    recorded: undefined,
    discard: vi.fn(),
    ...more,
  }
}

test('everybody has a row, and only others can be acted upon', () => {
  const { scene } = sampleScene()
  const { model } = peoplePanel(scene, people({ speaking: new Set([1]) }))
  expect(model.rows.map(({ text, action, value }) => [text, action, value])).toEqual([
    ['Maya Torres', undefined, undefined],
    ['Kenji Arai', 'to:person/person-1', 'people.speaking'],
    ['Hana Sato', 'to:person/person-2', 'people.muted'],
  ])
  expect(peoplePanel({ ...scene, mayHost: false }, people()).model.actions.map(({ id }) => id)).toEqual(['back'])
})

test('hosts may silence, change roles and take guests out after asking; guests may follow, go and turn down', () => {
  const { scene, went } = sampleScene()
  const may = people()
  const ids = (mayHost: boolean, who: string) =>
    personPanel({ ...scene, mayHost }, may, who, false).model.rows.map(({ id }) => id)
  expect(ids(false, 'person-2')).toEqual(['go', 'follow', 'volume'])
  expect(ids(true, 'person-2')).toEqual(['go', 'follow', 'volume', 'silence', 'role', 'ask'])
  const guest = personPanel(scene, may, 'person-2', false)
  for (const act of ['silence', 'role', 'follow', 'louder:-0.25', 'ask']) guest.act(act)
  expect(may.silence).toHaveBeenCalledWith('person-2', true)
  expect(may.makeHost).toHaveBeenCalledWith('person-2', true)
  expect(may.follow).toHaveBeenCalledWith(2)
  expect(may.setVolume).toHaveBeenCalledWith('person-2', 0.75)
  expect(may.remove).not.toHaveBeenCalled()
  expect(went).toEqual(['person/person-2/sure'])
  personPanel(scene, may, 'person-2', true).act('remove')
  expect(may.remove).toHaveBeenCalledExactlyOnceWith('person-2')
})

test('whose project it is can be silenced, and is never taken out', () => {
  const { scene } = sampleScene()
  const person = { id: 'person-1', name: 'Kenji Arai', avatar: null }
  const room = { ...scene.room, people: [{ person, role: 'host', party: 'creator', inside: true } as const] }
  const { rows } = personPanel({ ...scene, room }, people(), 'person-1', false).model
  expect(rows.map(({ id }) => id)).toEqual(['go', 'follow', 'volume', 'silence'])
})

function pin(number: number, more: Partial<Pin> = {}): Pin {
  const author = { id: 'person-1', name: 'Kenji Arai', avatar: null }
  const at = '2026-11-22T10:00:00.000Z'
  return {
    id: `pin-${number}`,
    projectId: 'project',
    milestoneId: 'milestone',
    number,
    version: 1,
    state: 'open',
    kind: 'remark',
    askedMessageId: null,
    round: null,
    author,
    places: [],
    messages: [{ id: `said-${number}`, author, text: `Said ${number}`, voice: null, createdAt: at }],
    may: { actions: ['fix', 'decline'], ask: false, place: false, remove: false },
    createdAt: at,
    updatedAt: at,
    ...more,
  }
}

test('open pins come first; who has no part in the project reads them without opening any', () => {
  const { scene } = sampleScene()
  const pins = [pin(1, { state: 'fixed' }), pin(2), pin(3)]
  const open = vi.fn()
  const list = pinsPanel(scene, p, { pins, version: sampleVersion(2), may: true }, open)
  expect(list.model.rows.map(({ text }) => text)).toEqual(['2. Said 2', '3. Said 3', '1. Said 1'])
  list.act('open:pin-3')
  expect(open).toHaveBeenCalledExactlyOnceWith('pin-3')
  const zero = { x: 0, y: 0, z: 0 }
  const seen = { id: 'pin-1', number: 1, state: 'open', kind: 'remark', workId: 'work-2', part: 'Seat' } as const
  const version = sampleVersion(2, { pins: [{ ...seen, position: zero, normal: zero, unsure: false, text: 'Low' }] })
  const { rows } = pinsPanel(scene, p, { pins: [], version, may: false }, open).model
  expect(rows).toMatchObject([{ text: '1. Low' }])
  expect(rows[0]?.action).toBeUndefined()
})

test('a thread is heard, answered by a phrase, by voice and in writing, and settled as its reader may', () => {
  const { scene, wishes } = sampleScene()
  const said = pin(4).messages[0]
  const spoken = said ? [{ ...said, text: '', voice: { url: '/note', milliseconds: 2_000 } }] : []
  const acts = { play: vi.fn(), act: vi.fn(), answer: vi.fn(), ask: vi.fn(), replace: vi.fn(), remove: vi.fn() }
  const recorded = { data: 'sound', url: 'blob:note', milliseconds: 900 }
  const it = { pin: pin(4, { messages: spoken }), playing: undefined, busy: false, problem: undefined, ...acts }
  const { model, act } = threadPanel(scene, p, sampleVersion(2), { ...it, voice: voice({ recorded }) })
  expect(model.rows.find(({ id }) => id === 'moves')?.buttons?.map(({ id }) => id)).toEqual([
    'move:fix',
    'move:decline',
  ])
  for (const action of ['play:/note', 'say:yes', 'send', 'write', 'move:fix', 'move:reopen']) act(action)
  wishes[0]?.done('Higher')
  expect(acts.play).toHaveBeenCalledExactlyOnceWith('/note')
  expect(acts.answer.mock.calls).toEqual([
    [{ text: 'scene.chat.yes' }],
    [{ text: '', voice: 'sound' }],
    [{ text: 'Higher' }],
  ])
  expect(acts.act).toHaveBeenCalledExactlyOnceWith('fix')
})

test('a phrase says by itself whether it asks for a change; what was chosen stands over it; creators only remark', () => {
  const { scene } = sampleScene()
  const set = vi.fn<(said: { change: boolean }) => void>()
  const it = { part: 'Seat', voice: voice(), busy: false, problem: undefined, choose: vi.fn(), close: vi.fn(), set }
  const asked = (mayAsk: boolean, change: boolean | undefined, which: string) => {
    set.mockClear()
    newPinPanel(scene, p, { ...it, mayAsk, change }).act(`say:${which}`)
    return set.mock.calls[0]?.[0].change
  }
  expect([asked(true, undefined, 'wrong'), asked(true, undefined, 'good')]).toEqual([true, false])
  expect([asked(true, false, 'wrong'), asked(true, true, 'good')]).toEqual([false, true])
  expect([asked(false, undefined, 'wrong'), asked(false, true, 'wrong')]).toEqual([false, false])
  expect(
    newPinPanel(scene, p, { ...it, mayAsk: false, change: undefined }).model.rows.map(({ id }) => id),
  ).not.toContain('kind')
})

test('the keyboard sends what is written, and nothing while nothing is', () => {
  const { scene } = sampleScene()
  const done = vi.fn()
  const set = vi.fn()
  const end = vi.fn()
  const wish = { title: 'Note', hint: 'Write', send: 'Send', most: 10, done }
  const empty = keyboardPanel(scene, { wish, typing: { text: '  ', page: 'small' }, set, end })
  expect(empty.model.actions[0]).toMatchObject({ id: 'done', disabled: true })
  keyboardPanel(scene, { wish, typing: nothingTyped, set, end }).act('key:A')
  expect(set).toHaveBeenCalledExactlyOnceWith({ text: 'A', page: 'small' })
  keyboardPanel(scene, { wish, typing: { text: ' Low ', page: 'small' }, set, end }).act('done')
  expect(done).toHaveBeenCalledExactlyOnceWith('Low')
  expect(end).toHaveBeenCalledTimes(1)
})

test('the menu offers a guest no tools, and approval only where there is something to approve', () => {
  const { scene } = sampleScene()
  const given = {
    tool: 'look' as const,
    chooseTool: vi.fn(),
    listening: true,
    listen: vi.fn(),
    muted: false,
    silenced: false,
    mute: vi.fn(),
    people: 2,
    openPins: 0,
    chat: false,
    approve: undefined,
    changes: false,
    ask: { approve: vi.fn(), changes: vi.fn() },
  }
  const guest = menuPanel({ ...scene, mayHost: false }, given).model
  expect(guest.rows.map(({ id }) => id)).toEqual(['work', 'pins', 'people', 'told', 'comfort'])
  expect(guest.actions.map(({ id }) => id)).toEqual(['mute', 'fit', 'leave', 'close'])
  const host = menuPanel(scene, { ...given, chat: true, openPins: 3, approve: 2, changes: true }).model
  expect(host.rows[0]?.buttons?.map(({ id }) => id)).toContain('tool:pin')
  // A guest who was made a host takes everything in hand but pins.
  const seen = {
    ...scene.shared,
    version: sampleVersion(2, { may: { approve: false, requestChanges: false, pin: false } }),
  }
  expect(menuPanel({ ...scene, shared: seen }, given).model.rows[0]?.buttons?.map(({ id }) => id)).toEqual([
    'tool:look',
    'tool:measure',
    'tool:pen',
    'tool:place',
  ])
  expect(host.rows.find(({ id }) => id === 'pins')?.value).toBe('scene.pins.open 3')
  expect(host.actions.filter(({ look }) => look === 'filled').map(({ id }) => id)).toEqual(['approve'])
})

test('what was done is said, taken back where it can be, and a newer version is told until it is put away', () => {
  const { scene, written } = sampleScene()
  const undo = vi.fn()
  const acts = { putAway: vi.fn(), silence: vi.fn(), hear: vi.fn() }
  const none = { gathered: undefined, said: undefined, newer: undefined, ...acts }
  expect(toldPanel(scene, none)).toBeUndefined()
  const said = toldPanel(scene, { ...none, said: { text: 'Taken away', undo }, newer: sampleVersion(3) })
  expect(said?.model).toMatchObject({ title: 'Taken away', actions: [{ id: 'undo' }, { id: 'close' }] })
  said?.act('undo')
  expect([undo.mock.calls.length, acts.silence.mock.calls.length]).toEqual([1, 1])
  const newer = toldPanel(scene, { ...none, newer: sampleVersion(3) })
  newer?.act('show')
  expect(written).toMatchObject([{ key: 'stage', change: { deliverableId: 'version-3' } }])
  newer?.act('close')
  expect(acts.hear).toHaveBeenCalledExactlyOnceWith('version-3')
  expect(toldPanel({ ...scene, mayHost: false }, { ...none, newer: sampleVersion(3) })?.model.actions).toHaveLength(1)
})

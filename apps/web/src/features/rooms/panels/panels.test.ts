import { toastLifeMs } from '../../../three/ui/toast-fade.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { pinLimits } from '@veranda/core/commissions/pins/pin.ts'
import { expect, test, vi } from 'vitest'
import { emptyKeyboard } from '../../../lib/panels/keyboard.ts'
import { keyboardPanel } from './keyboard-panel.ts'
import { menuButtonPanel, menuPanel } from './menu-panel.ts'
import { newPinPanel } from './pins/new-pin-panel.ts'
import { pinListPanel, pinThreadPanel } from './pins/pin-panels.ts'
import { samplePanelContext, sampleVersion } from '../testing/sample-room.ts'
import { announcementPanel, headsetAnnouncement } from './announcement-panel.ts'
import { type VoiceNoteControls } from './pins/use-voice-note.ts'

const p = (key: string) => key

function voice(more: Partial<VoiceNoteControls> = {}): VoiceNoteControls {
  const actions = { record: vi.fn(), stop: vi.fn(), discard: vi.fn(), play: vi.fn() }
  return {
    row: { id: 'voice', text: 'voice.record', action: 'record' },
    actions,
    recorded: undefined,
    discard: vi.fn(),
    ...more,
  }
}

function pin(number: number, more: Partial<Pin> = {}): Pin {
  const author = { id: 'user-1', name: 'Kenji Arai', avatar: null }
  const at = '2026-11-22T10:00:00.000Z'
  return {
    id: `pin-${number}`,
    projectId: 'project',
    milestoneId: 'milestone',
    number,
    version: 1,
    state: 'open',
    closed: more.state === undefined || more.state === 'open' ? null : { by: author, at },
    kind: 'comment',
    round: null,
    author,
    places: [],
    messages: [{ id: `said-${number}`, author, text: `Said ${number}`, voice: null, createdAt: at }],
    actions: ['fix', 'decline', 'reply'],
    createdAt: at,
    updatedAt: at,
    ...more,
    // A test that makes it a change gives its message too.
  } as Pin
}

test('open pins come first; guests read them without opening them', () => {
  const { context } = samplePanelContext()
  const pins = [pin(1, { state: 'fixed' }), pin(2), pin(3)]
  const open = vi.fn()
  const list = pinListPanel(context, p, { pins, version: sampleVersion(2), canPin: true }, open)
  expect(list.model.rows.map(({ text }) => text)).toEqual(['2. Said 2', '3. Said 3', '1. Said 1'])
  list.handleAction('open:pin-3')
  expect(open).toHaveBeenCalledExactlyOnceWith('pin-3')
  const zero = { x: 0, y: 0, z: 0 }
  const seen = { id: 'pin-1', number: 1, state: 'open', kind: 'comment', assetId: 'asset-2', part: 'Seat' } as const
  const version = sampleVersion(2, { pins: [{ ...seen, position: zero, normal: zero, unsure: false, text: 'Low' }] })
  const { rows } = pinListPanel(context, p, { pins: [], version, canPin: false }, open).model
  expect(rows).toMatchObject([{ text: '1. Low' }])
  expect(rows[0]?.action).toBeUndefined()
})

test('a thread is played and answered by phrase, voice or text, and its state is changed as permitted', () => {
  const { context, typingRequests } = samplePanelContext()
  const message = pin(4).messages[0]
  const spoken = message ? [{ ...message, text: '', voice: { url: '/note', milliseconds: 2_000 } }] : []
  const acts = {
    play: vi.fn(),
    changeState: vi.fn(),
    reply: vi.fn(),
    toggleChangeRequest: vi.fn(),
    startPlacing: vi.fn(),
    remove: vi.fn(),
  }
  const recorded = { base64: 'sound', url: 'blob:note', milliseconds: 900 }
  const view = {
    place: undefined,
    steps: ['fix', 'decline'] as const,
    canReply: true,
    canPlace: true,
    canRemove: false,
    changeRequest: undefined,
  }
  const shown = { pin: pin(4, { messages: spoken }), playing: undefined, unplayable: undefined, view }
  const it = { ...shown, busy: false, problem: undefined, ...acts }
  const { model, handleAction } = pinThreadPanel(context, p, { ...it, voice: voice({ recorded }) })
  expect(model.rows.find(({ id }) => id === 'moves')?.buttons?.map(({ id }) => id)).toEqual([
    'move:fix',
    'move:decline',
    'replace',
  ])
  for (const action of ['play:/note', 'reply:yes', 'send', 'write', 'move:fix', 'move:reopen']) handleAction(action)
  typingRequests[0]?.onDone('Higher')
  const isTooLong = typingRequests[0]?.isTooLong
  expect([pinLimits.text, pinLimits.text + 1].map((length) => isTooLong?.('a'.repeat(length)))).toEqual([false, true])
  expect(acts.play).toHaveBeenCalledExactlyOnceWith('/note')
  expect(acts.reply.mock.calls).toEqual([
    [{ text: 'scene.chat.yes' }],
    [{ text: '', voice: 'sound' }],
    [{ text: 'Higher' }],
  ])
  expect(acts.changeState).toHaveBeenCalledExactlyOnceWith('fix')

  const readOnly = pinThreadPanel(context, p, { ...it, voice: voice(), view: { ...view, canReply: false } })
  expect(readOnly.model.rows.map(({ id }) => id)).not.toContain('quick')
  expect(readOnly.model.actions.map(({ id }) => id)).not.toContain('write')
  const { id, name, avatar } = it.pin.author
  const closed = pin(4, { state: 'fixed', closed: { by: { id, name, avatar }, at: it.pin.createdAt } })
  const ended = pinThreadPanel(context, p, { ...it, voice: voice(), pin: closed })
  expect(ended.model.rows).toContainEqual(
    expect.objectContaining({ text: 'fixed', detail: expect.stringMatching(/^Kenji Arai · /) }),
  )
  const silent = pinThreadPanel(context, p, { ...it, voice: voice(), unplayable: '/note' })
  expect(silent.model.rows).toContainEqual(expect.objectContaining({ value: 'voice.failed', tone: 'error' }))
})

test('a phrase implies whether it requests a change; an explicit choice overrides it; creators can only comment', () => {
  const { context } = samplePanelContext()
  const set = vi.fn<(announcement: { change: boolean }) => void>()
  const it = {
    part: 'Seat',
    voice: voice(),
    busy: false,
    problem: undefined,
    setIsChange: vi.fn(),
    close: vi.fn(),
    save: set,
  }
  const asked = (canRequestChange: boolean, change: boolean | undefined, which: string) => {
    set.mockClear()
    newPinPanel(context, p, { ...it, canRequestChange, isChange: change }).handleAction(`phrase:${which}`)
    return set.mock.calls[0]?.[0].change
  }
  expect([asked(true, undefined, 'wrong'), asked(true, undefined, 'good')]).toEqual([true, false])
  expect([asked(true, false, 'wrong'), asked(true, true, 'good')]).toEqual([false, true])
  expect([asked(false, undefined, 'wrong'), asked(false, true, 'wrong')]).toEqual([false, false])
  expect(
    newPinPanel(context, p, { ...it, canRequestChange: false, isChange: undefined }).model.rows.map(({ id }) => id),
  ).not.toContain('kind')
})

test('the keyboard submits its text, and nothing while it is empty', () => {
  const { context } = samplePanelContext()
  const done = vi.fn()
  const set = vi.fn()
  const end = vi.fn()
  const wish = { title: 'Note', hint: 'Write', send: 'Send', isTooLong: () => false, onDone: done }
  const empty = keyboardPanel(context, {
    request: wish,
    state: { text: '  ', page: 'small' },
    setState: set,
    close: end,
  })
  expect(empty.model.actions[0]).toMatchObject({ id: 'done', disabled: true })
  keyboardPanel(context, { request: wish, state: emptyKeyboard, setState: set, close: end }).handleAction('key:A')
  expect(set).toHaveBeenCalledExactlyOnceWith({ text: 'A', page: 'small' })
  keyboardPanel(context, {
    request: wish,
    state: { text: ' Low ', page: 'small' },
    setState: set,
    close: end,
  }).handleAction('done')
  expect(done).toHaveBeenCalledExactlyOnceWith('Low')
  expect(end).toHaveBeenCalledTimes(1)
})

test('the menu offers a guest no tools, and approval only if a version can be approved', () => {
  const { context } = samplePanelContext()
  const given = {
    tool: 'look' as const,
    chooseTool: vi.fn(),
    microphoneOn: true,
    enableMicrophone: vi.fn(),
    muted: false,
    silenced: false,
    setMuted: vi.fn(),
    userCount: 2,
    openPins: 0,
    hasChat: false,
    approvableVersion: undefined,
    canRequestChanges: false,
    open: { approve: vi.fn(), changes: vi.fn() },
  }
  const readOnly = { ...context.shared, version: sampleVersion(2, { actions: [] }) }
  const guest = menuPanel({ ...context, can: () => false, shared: readOnly }, given).model
  expect(guest.rows.map(({ id }) => id)).toEqual(['version', 'pins', 'users', 'notifications', 'comfort'])
  expect(guest.actions.map(({ id }) => id)).toEqual(['mute', 'fit', 'leave', 'close'])
  const host = menuPanel(context, {
    ...given,
    hasChat: true,
    openPins: 3,
    approvableVersion: sampleVersion(2),
    canRequestChanges: true,
  }).model
  expect(host.rows[0]?.buttons?.map(({ id }) => id)).toContain('tool:pin')
  // A guest who was made a host gets all tools except pins.
  expect(menuPanel({ ...context, shared: readOnly }, given).model.rows[0]?.buttons?.map(({ id }) => id)).toEqual([
    'tool:look',
    'tool:measure',
    'tool:pen',
    'tool:place',
  ])
  expect(host.rows.find(({ id }) => id === 'pins')?.value).toBe('scene.pins.open 3')
  expect(host.actions.filter(({ look }) => look === 'filled').map(({ id }) => id)).toEqual(['approve'])
})

test('a completed action is announced and can be undone, and a newer version is announced until it is dismissed', () => {
  const { context, writes } = samplePanelContext()
  const undo = vi.fn()
  const acts = { dismissGather: vi.fn(), dismissAnnouncement: vi.fn(), dismissVersion: vi.fn() }
  const none = { gatherRequest: undefined, announcement: undefined, newerVersion: undefined, ...acts }
  expect(announcementPanel(context, none)).toBeUndefined()
  const announcement = announcementPanel(context, {
    ...none,
    announcement: { text: 'Taken away', undo },
    newerVersion: sampleVersion(3),
  })
  expect(announcement?.model).toMatchObject({ title: 'Taken away', actions: [{ id: 'undo' }, { id: 'close' }] })
  announcement?.handleAction('undo')
  expect([undo.mock.calls.length, acts.dismissAnnouncement.mock.calls.length]).toEqual([1, 1])
  expect(announcement?.model.lifeMs).toBe(toastLifeMs.action)
  // Without a button there is less to do with it.
  const plain = announcementPanel(context, { ...none, announcement: { text: 'Approved', undo: undefined } })
  expect(plain?.model.lifeMs).toBe(toastLifeMs.text)
  const newer = announcementPanel(context, { ...none, newerVersion: sampleVersion(3) })
  expect(newer?.model.lifeMs).toBe(toastLifeMs.action)
  newer?.handleAction('show')
  expect(writes).toMatchObject([{ key: 'scene', change: { deliverableId: 'version-3' } }])
  newer?.handleAction('close')
  expect(acts.dismissVersion).toHaveBeenCalledExactlyOnceWith('version-3')
  expect(
    announcementPanel({ ...context, can: () => false }, { ...none, newerVersion: sampleVersion(3) })?.model.actions,
  ).toHaveLength(1)
})

test('what a headset did is announced: what it means, with the height that is assumed, until it is closed', () => {
  const { context } = samplePanelContext()
  const acts = { dismissGather: vi.fn(), dismissAnnouncement: vi.fn(), dismissVersion: vi.fn() }
  const modelOf = (notice: 'no-floor' | 'recentred' | 'off-floor' | 'let-go') =>
    announcementPanel(context, {
      gatherRequest: undefined,
      announcement: headsetAnnouncement(notice, context.t, context.lengths),
      newerVersion: undefined,
      ...acts,
    })?.model
  expect(modelOf('no-floor')).toMatchObject({
    title: 'scene.no-floor',
    lead: 'scene.no-floor.lead 1.60 m',
    actions: [{ id: 'close' }],
    lifeMs: toastLifeMs.text,
  })
  expect(modelOf('recentred')).toMatchObject({ title: 'scene.recentred', lead: 'scene.recentred.lead' })
  expect(modelOf('off-floor')).toMatchObject({ title: 'scene.off-floor', lead: 'scene.off-floor.lead' })
  expect(modelOf('let-go')).toMatchObject({ title: 'scene.let-go', lead: 'scene.let-go.lead' })
})

test('without a menu button on any source, a panel opens the menu, which leads out of the headset', () => {
  const opened = vi.fn<() => void>()
  const { model, handleAction } = menuButtonPanel(samplePanelContext().context, opened)
  expect(model.actions).toMatchObject([{ id: 'menu', label: 'scene.menu.open' }])
  handleAction('menu')
  expect(opened).toHaveBeenCalledTimes(1)
})

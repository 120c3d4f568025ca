import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { secondsOf } from '@veranda/core/commissions/pins/voice-note.ts'
import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { preview } from '@veranda/core/text.ts'
import { type Say } from '../../lib/words.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'
import { type SceneVoice } from './use-scene-voice.ts'

const tones = { open: 'accent', fixed: 'success', gone: 'plain', wont_fix: 'plain' } as const
/** What can be answered without writing. */
const answers = ['yes', 'moment', 'look'] as const
const previewed = 120

function saidIn({ text, voice }: Pin['messages'][number], p: Say<'pins'>): string {
  return text !== '' || voice === null ? text : p('voice.name', { count: secondsOf(voice.milliseconds) })
}

/** The pins of what stands on the stage, the open ones first; guests see what was said. */
export function pinsPanel(
  scene: SceneNow,
  p: Say<'pins'>,
  { pins, version, may }: { pins: readonly Pin[]; version: RoomVersion | undefined; may: boolean },
  open: (id: string) => void,
): ScenePanel {
  const { t } = scene
  const told = may
    ? pins.map(({ id, number, state, messages: [first], places }) => {
        const place = places.find(({ deliverableId }) => deliverableId === version?.deliverableId)
        const text = first ? saidIn(first, p) : ''
        const part = place ? place.part : p('elsewhere')
        return { id, number, state, text, part, unsure: place?.standing === 'unsure' }
      })
    : (version?.pins ?? [])
  const rows = told
    .toSorted((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open') || a.number - b.number)
    .map(({ id, number, state, text, part, unsure }): PanelRow => {
      const said = text === '' ? p('voice.only') : preview(text, previewed)
      const row = { id, text: `${number}. ${said}`, value: p(state), tone: tones[state] }
      return { ...row, detail: unsure ? `${part} · ${p('unsure')}` : part, ...(may ? { action: `open:${id}` } : {}) }
    })
  const none = rows.length === 0 ? { lead: t('pins.none') } : {}
  return behind(scene, { id: 'pins', title: t('pins.said'), rows, ...none }, { open })
}

type Thread = {
  pin: Pin
  voice: SceneVoice
  playing: string | undefined
  play: (url: string) => void
  busy: boolean
  /** Why the last thing was refused. */
  problem: string | undefined
  act: (action: Pin['may']['actions'][number]) => void
  answer: (body: { text: string; voice?: string }) => void
  ask: () => void
  replace: () => void
  remove: () => void
}

/** The thread of a pin: what was said, heard and answered, and what can be done with it now. */
export function threadPanel(scene: SceneNow, p: Say<'pins'>, version: RoomVersion | undefined, it: Thread): ScenePanel {
  const { t, base, format, type } = scene
  const { pin, voice, playing, play, busy, problem } = it
  const place = pin.places.find(({ deliverableId }) => deliverableId === version?.deliverableId)
  const said = pin.messages.map((message): PanelRow => {
    const { id, author, createdAt } = message
    const note = message.voice
    const asked = pin.kind === 'change' && pin.askedMessageId === id ? ` · ${p('ask.asked')}` : ''
    return {
      id,
      text: saidIn(message, p),
      detail: `${author.name} · ${format.relative(createdAt)}${asked}`,
      lines: 8,
      ...(note
        ? { value: p(playing === note.url ? 'voice.pause' : 'voice.play'), tone: 'primary', action: `play:${note.url}` }
        : {}),
    }
  })
  const button = (id: string, label: string) => ({ id, label, disabled: busy })
  const moves = [
    ...pin.may.actions.map((action) => button(`move:${action}`, p(`act.${action}`))),
    ...(pin.may.ask ? [button('ask', p(pin.kind === 'change' ? 'ask.undo' : 'ask'))] : []),
    ...(pin.may.place && place?.standing !== 'placed' && place ? [button('replace', p('place.start'))] : []),
    ...(pin.may.remove ? [button('remove', p('remove'))] : []),
  ]
  const rows: PanelRow[] = [
    ...(problem === undefined ? [] : [{ id: 'problem', text: problem, tone: 'error' as const }]),
    ...(place?.standing === 'unsure' && place.reason !== null
      ? [{ id: 'unsure', text: p(`unsure.${place.reason}`, { part: place.part }), tone: 'warning' as const }]
      : []),
    ...said,
    { id: 'quick', text: '', buttons: answers.map((one) => button(`say:${one}`, t(`scene.chat.${one}`))) },
    voice.row,
    ...(moves.length > 0 ? [{ id: 'moves', text: '', buttons: moves }] : []),
  ]
  const { recorded } = voice
  const send = recorded ? [{ id: 'send', label: p('reply.send'), look: 'filled' as const, disabled: busy }] : []
  return behind(
    scene,
    {
      ...base,
      id: `pin/${pin.id}`,
      title: t('pins.number', { number: pin.number }),
      lead: `${p(pin.state)} · ${place?.part ?? p('elsewhere.text')}`,
      rows,
      page: lastPage,
      actions: [...send, { id: 'write', label: p('reply.hint'), look: 'plain' }],
    },
    {
      ...voice.acts,
      play,
      say: (which) => {
        const one = answers.find((known) => known === which)
        if (one) it.answer({ text: t(`scene.chat.${one}`) })
      },
      send: () => recorded && it.answer({ text: '', voice: recorded.data }),
      write: () =>
        type({
          title: p('thread', { number: pin.number }),
          hint: p('reply.hint'),
          send: p('reply.send'),
          most: 2_000,
          done: (text) => it.answer({ text }),
        }),
      move: (name) => {
        const action = pin.may.actions.find((one) => one === name)
        if (action) it.act(action)
      },
      ask: it.ask,
      replace: it.replace,
      remove: it.remove,
    },
  )
}

/** More than there ever are: where the newest is said. */
const lastPage = 999

import { type PinStep, pinSteps } from '@veranda/core/commissions/pins/pin.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { wholeSeconds } from '@veranda/core/commissions/pins/voice-note.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import { truncateText } from '@veranda/core/text.ts'
import { type Translate } from '../../../../lib/i18n.ts'
import { childPanel, type PanelContext, type ScenePanel } from '../panel-context.ts'
import { type VoiceNote } from './use-voice-note.ts'

const pinTones = { open: 'accent', fixed: 'success', gone: 'plain', wont_fix: 'plain' } as const
/** Replies that need no keyboard. */
const quickReplies = ['yes', 'moment', 'look'] as const
const previewLength = 120

function messageText({ text, voice }: Pin['messages'][number], tPins: Translate<'commissions/pins'>): string {
  return text !== '' || voice === null ? text : tPins('voice.name', { count: wholeSeconds(voice.milliseconds) })
}

/** Builds the list of pins of the version in the scene, open ones first; guests only read them. */
export function pinListPanel(
  context: PanelContext,
  tPins: Translate<'commissions/pins'>,
  { pins, version, canPin }: { pins: readonly Pin[]; version: RoomVersion | undefined; canPin: boolean },
  open: (id: string) => void,
): ScenePanel {
  const { t } = context
  const items = canPin
    ? pins.map(({ id, number, state, messages: [first], places }) => {
        const place = places.find(({ deliverableId }) => deliverableId === version?.deliverableId)
        const text = first ? messageText(first, tPins) : ''
        const part = place ? place.part : tPins('elsewhere')
        return { id, number, state, text, part, unsure: place?.status === 'unsure' }
      })
    : (version?.pins ?? [])
  const rows = items
    .toSorted((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open') || a.number - b.number)
    .map(({ id, number, state, text, part, unsure }): PanelRow => {
      const preview = text === '' ? tPins('voice.only') : truncateText(text, previewLength)
      const row = { id, text: `${number}. ${preview}`, value: tPins(state), tone: pinTones[state] }
      return {
        ...row,
        detail: unsure ? `${part} · ${tPins('unsure')}` : part,
        ...(canPin ? { action: `open:${id}` } : {}),
      }
    })
  const emptyText = rows.length === 0 ? { lead: t('pins.none') } : {}
  return childPanel(context, { id: 'pins', title: t('pins.said'), rows, ...emptyText }, { open })
}

type PinThreadOptions = {
  pin: Pin
  voice: VoiceNote
  playing: string | undefined
  play: (url: string) => void
  busy: boolean
  /** The error text of the last refused action. */
  problem: string | undefined
  changeState: (action: PinStep) => void
  reply: (body: { text: string; voice?: string }) => void
  toggleChangeRequest: () => void
  startPlacing: () => void
  remove: () => void
}

/** Builds the panel of a pin's thread: its messages, voice notes and the actions available now. */
export function pinThreadPanel(
  context: PanelContext,
  tPins: Translate<'commissions/pins'>,
  version: RoomVersion | undefined,
  options: PinThreadOptions,
): ScenePanel {
  const { t, base, format, openKeyboard } = context
  const { pin, voice, playing, play, busy, problem } = options
  const place = pin.places.find(({ deliverableId }) => deliverableId === version?.deliverableId)
  const messageRows = pin.messages.map((message): PanelRow => {
    const { id, author, createdAt } = message
    const voiceNote = message.voice
    const requestedMark =
      pin.kind === 'change' && pin.requestMessageId === id ? ` · ${tPins('request-change.requested')}` : ''
    return {
      id,
      text: messageText(message, tPins),
      detail: `${author.name} · ${format.relative(createdAt)}${requestedMark}`,
      lines: 8,
      ...(voiceNote
        ? {
            value: tPins(playing === voiceNote.url ? 'voice.pause' : 'voice.play'),
            tone: 'primary',
            action: `play:${voiceNote.url}`,
          }
        : {}),
    }
  })
  const button = (id: string, label: string) => ({ id, label, disabled: busy })
  const actionButtons = [
    ...pinSteps
      .filter((step) => pin.actions.includes(step))
      .map((step) => button(`move:${step}`, tPins(`act.${step}`))),
    ...(pin.actions.includes('set-change-request')
      ? [button('ask', tPins(pin.kind === 'change' ? 'request-change.undo' : 'request-change'))]
      : []),
    ...(pin.actions.includes('place') && place?.status !== 'placed' && place
      ? [button('replace', tPins('place.start'))]
      : []),
    ...(pin.actions.includes('remove') ? [button('remove', tPins('remove'))] : []),
  ]
  const rows: PanelRow[] = [
    ...(problem === undefined ? [] : [{ id: 'problem', text: problem, tone: 'error' as const }]),
    ...(place?.status === 'unsure'
      ? [{ id: 'unsure', text: tPins(`unsure.${place.reason}`, { part: place.part }), tone: 'warning' as const }]
      : []),
    ...messageRows,
    { id: 'quick', text: '', buttons: quickReplies.map((reply) => button(`reply:${reply}`, t(`scene.chat.${reply}`))) },
    voice.row,
    ...(actionButtons.length > 0 ? [{ id: 'moves', text: '', buttons: actionButtons }] : []),
  ]
  const { recorded } = voice
  const send = recorded ? [{ id: 'send', label: tPins('reply.send'), look: 'filled' as const, disabled: busy }] : []
  return childPanel(
    context,
    {
      ...base,
      id: `pin/${pin.id}`,
      title: t('pins.number', { number: pin.number }),
      lead: `${tPins(pin.state)} · ${place?.part ?? tPins('elsewhere.text')}`,
      rows,
      page: lastPage,
      actions: [...send, { id: 'write', label: tPins('reply.hint'), look: 'plain' }],
    },
    {
      ...voice.actions,
      play,
      reply: (name) => {
        const reply = quickReplies.find((known) => known === name)
        if (reply) options.reply({ text: t(`scene.chat.${reply}`) })
      },
      send: () => recorded && options.reply({ text: '', voice: recorded.base64 }),
      write: () =>
        openKeyboard({
          title: tPins('thread', { number: pin.number }),
          hint: tPins('reply.hint'),
          send: tPins('reply.send'),
          maxLength: 2_000,
          onDone: (text) => options.reply({ text }),
        }),
      move: (name) => {
        const action = pinSteps.find((step) => step === name && pin.actions.includes(step))
        if (action) options.changeState(action)
      },
      ask: options.toggleChangeRequest,
      replace: options.startPlacing,
      remove: options.remove,
    },
  )
}

/** More pages than there ever are: opens the last one, with the newest message. */
const lastPage = 999

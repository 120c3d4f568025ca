import { isPinTextTooLong, openPinsFirst, type PinStep } from '@veranda/core/commissions/pins/pin.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import { truncateText } from '@veranda/core/text.ts'
import { type Translate } from '../../../../lib/i18n/i18n.ts'
import { messageText, pinText } from '../../../../components/pins/pin-text.ts'
import { type PinThreadView } from '../../../../components/pins/pin-thread-view.ts'
import { childPanel, type PanelContext, type ScenePanel } from '../panel-context.ts'
import { type VoiceNoteControls } from './use-voice-note.ts'

const pinTones = { open: 'accent', fixed: 'success', gone: 'plain', wont_fix: 'plain' } as const
/** Replies that need no keyboard. */
const quickReplies = ['yes', 'moment', 'look'] as const
const previewLength = 120

/** Builds the list of pins of the version in the scene, open ones first; guests only read them. */
export function pinListPanel(
  context: PanelContext,
  tPins: Translate<'commissions/pins'>,
  {
    pins,
    version,
    canPin,
  }: {
    pins: readonly Pin[]
    version: RoomVersion | undefined
    canPin: boolean
  },
  open: (id: string) => void,
): ScenePanel {
  const { t } = context
  const items = canPin
    ? pins.map((pin) => {
        const { id, number, state } = pin
        const place = pin.places.find(({ deliverableId }) => deliverableId === version?.deliverableId)
        const part = place ? place.part : tPins('elsewhere')
        return { id, number, state, text: pinText(pin, tPins), part, unsure: place?.status === 'unsure' }
      })
    : (version?.pins ?? [])
  const rows = items.toSorted(openPinsFirst).map(({ id, number, state, text, part, unsure }): PanelRow => {
    const preview = text === '' ? tPins('voice.only') : truncateText(text, previewLength)
    const row = { id, text: `${number}. ${preview}`, value: tPins(state), tone: pinTones[state] }
    return {
      ...row,
      detail: unsure ? `${part} · ${tPins('unsure')}` : part,
      ...(canPin ? { action: `open:${id}` } : {}),
    }
  })
  const emptyText = rows.length === 0 ? { lead: t('pins.none') } : {}
  return childPanel(context, { id: 'pins', title: t('pins.list'), rows, ...emptyText }, { open })
}

type PinThreadOptions = {
  pin: Pin
  /** As the page shows the same thread. */
  view: PinThreadView
  voice: VoiceNoteControls
  playing: string | undefined
  /** The voice note that could not be played. */
  unplayable: string | undefined
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
  options: PinThreadOptions,
): ScenePanel {
  const { t, base, format, openKeyboard } = context
  const { pin, view, voice, playing, unplayable, play, busy, problem } = options
  const { place } = view
  const messageRows = pin.messages.map((message): PanelRow => {
    const { id, author, createdAt } = message
    const voiceNote = message.voice
    const requestedMark =
      pin.kind === 'change' && pin.requestMessageId === id
        ? ` · ${tPins(`request-change.${pin.round === null ? 'draft' : 'requested'}`)}`
        : ''
    return {
      id,
      text: messageText(message, tPins),
      detail: `${author.name} · ${format.relative(createdAt)}${requestedMark}`,
      lines: 8,
      ...(voiceNote
        ? {
            value: tPins(
              unplayable === voiceNote.url ? 'voice.failed' : playing === voiceNote.url ? 'voice.pause' : 'voice.play',
            ),
            tone: unplayable === voiceNote.url ? 'error' : 'primary',
            action: `play:${voiceNote.url}`,
          }
        : {}),
    }
  })
  const button = (id: string, label: string) => ({ id, label, disabled: busy })
  const quickReplyRow: PanelRow = {
    id: 'quick',
    text: '',
    buttons: quickReplies.map((reply) => button(`reply:${reply}`, t(`scene.chat.${reply}`))),
  }
  const actionButtons = [
    ...view.steps.map((step) => button(`move:${step}`, tPins(`act.${step}`))),
    ...(view.changeRequest
      ? [button('request-change', tPins(pin.kind === 'change' ? 'request-change.undo' : 'request-change'))]
      : []),
    ...(view.canPlace ? [button('replace', tPins('place.start'))] : []),
    ...(view.canRemove ? [button('remove', tPins('remove'))] : []),
  ]
  const rows: PanelRow[] = [
    ...(problem === undefined ? [] : [{ id: 'problem', text: problem, tone: 'error' as const }]),
    ...(pin.state === 'open'
      ? []
      : [
          {
            id: 'closed',
            text: tPins(pin.state),
            detail: `${pin.closed.by.name} · ${format.relative(pin.closed.at)}`,
            tone: pinTones[pin.state],
          },
        ]),
    ...(place?.status === 'unsure'
      ? [{ id: 'unsure', text: tPins(`unsure.${place.reason}`, { part: place.part }), tone: 'warning' as const }]
      : []),
    ...messageRows,
    ...(view.canReply ? [quickReplyRow, voice.row] : []),
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
      actions: view.canReply ? [...send, { id: 'write', label: tPins('reply.hint'), look: 'plain' }] : [],
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
          isTooLong: isPinTextTooLong,
          onDone: (text) => options.reply({ text }),
        }),
      move: (name) => {
        const action = view.steps.find((step) => step === name)
        if (action) options.changeState(action)
      },
      'request-change': options.toggleChangeRequest,
      replace: options.startPlacing,
      remove: options.remove,
    },
  )
}

/** More pages than there ever are: opens the last one, with the newest message. */
const lastPage = 999

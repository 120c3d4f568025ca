import { isPinTextTooLong } from '@veranda/core/commissions/pins/pin.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import { type Translate } from '../../../../lib/i18n/i18n.ts'
import { actionHandler, type PanelContext, type ScenePanel } from '../panel-context.ts'
import { type VoiceNoteControls } from './use-voice-note.ts'

const quickPhrases = ['wrong', 'good', 'look'] as const

type NewPinOptions = {
  part: string
  /** Allows the user to request a change with the pin; `isChange` is their choice. */
  canRequestChange: boolean
  isChange: boolean | undefined
  setIsChange: (change: boolean) => void
  voice: VoiceNoteControls
  busy: boolean
  problem: string | undefined
  save: (pin: { text: string; change: boolean; voice?: string }) => void
  close: () => void
}

/** Builds the panel for a new pin: a phrase, a voice note or text, as a change request or a comment. */
export function newPinPanel(
  context: PanelContext,
  tPins: Translate<'commissions/pins'>,
  options: NewPinOptions,
): ScenePanel {
  const { base, t, openKeyboard } = context
  const { part, canRequestChange, voice, busy, problem, save } = options
  const change = canRequestChange && (options.isChange ?? true)
  // Each phrase implies its kind until the user chooses one.
  const isChangeRequest = (phrase: (typeof quickPhrases)[number]) =>
    canRequestChange && (options.isChange ?? phrase === 'wrong')
  const kinds: PanelRow[] = canRequestChange
    ? [
        {
          id: 'kind',
          text: '',
          buttons: [
            { id: 'kind:change', label: tPins('new.change'), chosen: change },
            { id: 'kind:comment', label: t('scene.pin.comment'), chosen: !change },
          ],
        },
      ]
    : []
  const { recorded } = voice
  const rows: PanelRow[] = [
    ...(problem === undefined ? [] : [{ id: 'problem', text: problem, tone: 'error' as const }]),
    ...kinds,
    ...quickPhrases.map((phrase) => ({
      id: phrase,
      text: t(`scene.pin.${phrase}`),
      action: `phrase:${phrase}`,
      ...(canRequestChange ? { value: t(isChangeRequest(phrase) ? 'scene.pin.change' : 'scene.pin.comment') } : {}),
    })),
    voice.row,
    { id: 'write', text: t('scene.pin.write'), action: 'write' },
  ]
  return {
    model: {
      ...base,
      id: 'pin',
      title: t('scene.pin.new', { part }),
      lead: t('scene.pin.lead'),
      side: 'front',
      rows,
      actions: [
        ...(recorded ? [{ id: 'set', label: tPins('new.save'), look: 'filled' as const, disabled: busy }] : []),
        { id: 'close', label: t('scene.close'), look: 'plain' },
      ],
    },
    handleAction: actionHandler({
      ...voice.actions,
      kind: (kind) => options.setIsChange(kind === 'change'),
      phrase: (name) => {
        const phrase = quickPhrases.find((known) => known === name)
        if (phrase && !busy) save({ text: t(`scene.pin.${phrase}`), change: isChangeRequest(phrase) })
      },
      set: () => recorded && save({ text: '', change, voice: recorded.base64 }),
      write: () =>
        openKeyboard({
          title: t('scene.pin.new', { part }),
          hint: tPins('new.hint'),
          send: tPins('new.save'),
          isTooLong: isPinTextTooLong,
          onDone: (text) => save({ text, change, ...(recorded ? { voice: recorded.base64 } : {}) }),
        }),
      close: options.close,
    }),
  }
}

import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { type Say } from '../../lib/words.ts'
import { acting, type SceneNow, type ScenePanel } from './scene-now.ts'
import { type SceneVoice } from './use-scene-voice.ts'

const quick = ['wrong', 'good', 'look'] as const

type NewPin = {
  part: string
  /** Whether the person may ask for a change by it, and what they chose. */
  mayAsk: boolean
  change: boolean | undefined
  choose: (change: boolean) => void
  voice: SceneVoice
  busy: boolean
  problem: string | undefined
  set: (said: { text: string; change: boolean; voice?: string }) => void
  close: () => void
}

/** What a new pin says: a phrase, a voice note or writing; as a change that is asked for, or a remark. */
export function newPinPanel(scene: SceneNow, p: Say<'pins'>, it: NewPin): ScenePanel {
  const { base, t, type } = scene
  const { part, mayAsk, voice, busy, problem, set } = it
  const change = mayAsk && (it.change ?? true)
  // A phrase says by itself what it is, until the person says otherwise.
  const asks = (one: (typeof quick)[number]) => mayAsk && (it.change ?? one === 'wrong')
  const kinds: PanelRow[] = mayAsk
    ? [
        {
          id: 'kind',
          text: '',
          buttons: [
            { id: 'kind:change', label: p('new.change'), chosen: change },
            { id: 'kind:remark', label: t('scene.pin.remark'), chosen: !change },
          ],
        },
      ]
    : []
  const { recorded } = voice
  const rows: PanelRow[] = [
    ...(problem === undefined ? [] : [{ id: 'problem', text: problem, tone: 'error' as const }]),
    ...kinds,
    ...quick.map((one) => ({
      id: one,
      text: t(`scene.pin.${one}`),
      action: `say:${one}`,
      ...(mayAsk ? { value: t(asks(one) ? 'scene.pin.change' : 'scene.pin.remark') } : {}),
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
        ...(recorded ? [{ id: 'set', label: p('new.save'), look: 'filled' as const, disabled: busy }] : []),
        { id: 'close', label: t('scene.close'), look: 'plain' },
      ],
    },
    act: acting({
      ...voice.acts,
      kind: (kind) => it.choose(kind === 'change'),
      say: (which) => {
        const one = quick.find((known) => known === which)
        if (one && !busy) set({ text: t(`scene.pin.${one}`), change: asks(one) })
      },
      set: () => recorded && set({ text: '', change, voice: recorded.data }),
      write: () =>
        type({
          title: t('scene.pin.new', { part }),
          hint: p('new.hint'),
          send: p('new.save'),
          most: 2_000,
          done: (text) => set({ text, change, ...(recorded ? { voice: recorded.data } : {}) }),
        }),
      close: it.close,
    }),
  }
}

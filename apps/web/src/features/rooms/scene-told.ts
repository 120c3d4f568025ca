import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { showing } from './changes.ts'
import { acting, type SceneNow, type ScenePanel } from './scene-now.ts'

type Told = {
  /** Who asks all to come. */
  gathered: { slot: number; name: string } | undefined
  putAway: () => void
  /** What was done, until it is put away. */
  said: { text: string; undo: (() => void) | undefined } | undefined
  silence: () => void
  /** A version that came while another one stands on the stage. */
  newer: RoomVersion | undefined
  hear: (deliverableId: string) => void
}

/** What happened, aside from what one is at; one thing at a time. */
export function toldPanel(scene: SceneNow, told: Told): ScenePanel | undefined {
  const { base, t, stage, mayHost, write } = scene
  const { gathered, said, newer, putAway, silence, hear } = told
  const close = { id: 'close', label: t('scene.close'), look: 'plain' } as const
  const panel = (id: string, title: string, actions: PanelModel['actions']): PanelModel => {
    return { ...base, id, title, side: 'right', rows: [], actions: [...actions, close] }
  }
  if (gathered) {
    const { slot, name } = gathered
    const join = { id: 'go', label: t('people.gathered.go'), look: 'filled' } as const
    const go = () => {
      stage?.joinPerson(slot)
      putAway()
    }
    return { model: panel('gathered', t('people.gathered', { name }), [join]), act: acting({ go, close: putAway }) }
  }
  if (said) {
    const undo = said.undo ? [{ id: 'undo', label: t('scene.undo'), look: 'plain' } as const] : []
    const takeBack = () => {
      said.undo?.()
      silence()
    }
    return { model: panel('said', said.text, undo), act: acting({ undo: takeBack, close: silence }) }
  }
  if (!newer) return undefined
  const { deliverableId, number, milestone, works } = newer
  const work = works[0]
  const title = t('work.newer', { number, milestone: milestone.title })
  const show = mayHost && work ? [{ id: 'show', label: t('work.newer.show'), look: 'plain' } as const] : []
  return {
    model: panel('newer', title, show),
    act: acting({
      show: () => work && void write<'stage'>('stage', showing(newer, work.id)),
      close: () => hear(deliverableId),
    }),
  }
}

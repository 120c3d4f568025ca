import { expect, test } from 'vitest'
import {
  panelAnglesRadians,
  panelDistanceMetres,
  panelDropMetres,
  panelWidthMetres,
  panelWidthPixels,
  type PanelModel,
} from '../../lib/panels/panel-model.ts'
import { layoutPanel } from '../ui/panel-layout.ts'
import { textWidth } from '../ui/label-shapes.ts'
import { headlessHeadset } from './testing/headless-headset.ts'

const eyeHeightMetres = 1.6
const hand = [0.2, 1.2, -0.2] as const

const panel: PanelModel = {
  id: 'approve-hold',
  title: 'Hold to release',
  direction: 'ltr',
  language: 'en',
  side: 'aside',
  rows: [],
  actions: [
    { id: 'release', label: 'Release €480.00 now', look: 'filled', held: true },
    { id: 'cancel', label: 'Not now, because it is not what was agreed', look: 'plain' },
  ],
}

/** Returns where a button of the panel is, in metres. */
function placeOf(action: string): [number, number, number] {
  const { boxes, height } = layoutPanel(panel, (text, size, weight) => textWidth(text, size, weight, 'sans-serif'))
  const box = boxes.find((one) => one.action === action)
  if (!box) throw new Error(`${action} is not drawn`)
  const scale = panelWidthMetres / panelWidthPixels
  const angle =
    ((box.x + box.width / 2 - panelWidthPixels / 2) * scale) / panelDistanceMetres - panelAnglesRadians.aside
  return [
    Math.sin(angle) * panelDistanceMetres,
    eyeHeightMetres - panelDropMetres + (height / 2 - box.y - box.height / 2) * scale,
    -Math.cos(angle) * panelDistanceMetres,
  ]
}

/** Returns a headset whose right controller points at the button that has to be held. */
function atHeldButton() {
  const headset = headlessHeadset()
  headset.connect(0, 'right')
  headset.connect(1, 'left')
  headset.panels.setPanels([panel])
  headset.aim(0, hand, placeOf('release'))
  headset.frame()
  const holds = () => headset.recorded.filter(({ name }) => name === 'onPanelHold').map(({ args }) => args[1])
  const actions = () => headset.recorded.filter(({ name }) => name === 'onPanelAction').map(({ args }) => args[1])
  return { ...headset, holds, actions }
}

test('a press on a button that has to be held is no press: it is held frame by frame until the trigger is let go', () => {
  const { pull, letGo, frame, holds, actions } = atHeldButton()
  pull(0)
  frame()
  frame()
  letGo(0)
  frame()
  expect(holds()).toEqual(['hold', 'keep', 'keep', 'let-go'])
  expect(actions()).toEqual([])
})

test('a hold ends when the hand points elsewhere, loses its controller, or the other hand presses', () => {
  const away = atHeldButton()
  away.pull(0)
  away.frame()
  away.aim(0, hand, placeOf('cancel'))
  away.frame()
  away.aim(0, hand, placeOf('release'))
  away.frame()
  expect(away.holds()).toEqual(['hold', 'keep', 'let-go'])

  const lost = atHeldButton()
  lost.pull(0)
  lost.disconnect(0)
  lost.aim(1, hand, placeOf('release'))
  lost.frame()
  lost.frame()
  expect(lost.holds()).toEqual(['hold', 'let-go'])

  const other = atHeldButton()
  other.aim(1, hand, placeOf('release'))
  other.frame()
  other.pull(0)
  other.pull(1)
  other.frame()
  expect(other.holds()).toEqual(['hold', 'let-go', 'hold', 'keep'])
})

test('a hold ends with the session', async () => {
  const headset = atHeldButton()
  await headset.enter()
  headset.pull(0)
  await headset.session.end()
  expect(headset.holds()).toEqual(['hold', 'let-go'])
})

test('other buttons are pressed at once', () => {
  const { aim, frame, pull, letGo, holds, actions } = atHeldButton()
  aim(0, hand, placeOf('cancel'))
  frame()
  pull(0)
  letGo(0)
  expect(actions()).toEqual(['cancel'])
  expect(holds()).toEqual([])
})

test('the held button fills from its start as far as it is told', () => {
  const { panels } = atHeldButton()
  const fills = () => {
    const meshes: { visible: boolean; geometry: { boundingSphere: { radius: number } | null } }[] = []
    panels.group.traverse((object) => {
      if ('geometry' in object && object.parent !== panels.group) meshes.push(object as never)
    })
    return meshes.filter(({ visible }) => visible).map(({ geometry }) => geometry.boundingSphere?.radius ?? 0)
  }
  // Only the highlight of the button.
  expect(fills()).toHaveLength(1)
  panels.fillHeldButton(0.25)
  const [, quarter = 0] = fills()
  panels.fillHeldButton(0.75)
  const [, most = 0] = fills()
  expect(most).toBeGreaterThan(quarter * 2)
  panels.fillHeldButton(0)
  expect(fills()).toHaveLength(1)
})

import {
  panelAnglesRadians,
  panelDistanceMetres,
  panelDropMetres,
  panelWidthMetres,
  panelWidthPixels,
  type PanelModel,
} from '../../../lib/panels/panel-model.ts'
import { layoutPanel } from '../../ui/panel-layout.ts'
import { textWidth } from '../../ui/label-shapes.ts'

export const eyeHeightMetres = 1.6

/** A panel with a button that has to be held and one that is pressed. */
export const heldButtonPanel: PanelModel = {
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

const metresPerPixel = panelWidthMetres / panelWidthPixels
const layout = () => layoutPanel(heldButtonPanel, (text, size, weight) => textWidth(text, size, weight, 'sans-serif'))

/** Returns where the base line of a text is above the panel's centre, in metres. */
export function baseLineOf(label: string): number {
  const { texts, height } = layout()
  const text = texts.find((one) => one.text === label)
  if (!text) throw new Error(`${label} is not drawn`)
  return (height / 2 - text.y) * metresPerPixel
}

/** Returns where a button of the panel is, in metres, for a user who looks along -z. */
export function placeOf(action: string): [number, number, number] {
  const { boxes, height } = layout()
  const box = boxes.find((one) => one.action === action)
  if (!box) throw new Error(`${action} is not drawn`)
  const angle =
    ((box.x + box.width / 2 - panelWidthPixels / 2) * metresPerPixel) / panelDistanceMetres - panelAnglesRadians.aside
  return [
    Math.sin(angle) * panelDistanceMetres,
    eyeHeightMetres - panelDropMetres + (height / 2 - box.y - box.height / 2) * metresPerPixel,
    -Math.cos(angle) * panelDistanceMetres,
  ]
}

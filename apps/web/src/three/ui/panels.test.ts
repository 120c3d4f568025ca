import { keyboardRows } from '../../lib/panels/keyboard.ts'
import { type Material, type Mesh } from 'three'
import {
  panelAnglesRadians,
  panelDistanceMetres,
  panelDropMetres,
  panelWidthMetres,
  type PanelModel,
  panelWidthPixels,
} from '../../lib/panels/panel-model.ts'
import { layoutPanel } from './panel-layout.ts'
import { expect, test } from 'vitest'
import { type ThemeTokens } from './theme-tokens.ts'
import { Panels } from './panels.ts'
import { textWidth } from './label-shapes.ts'

const keyboard: PanelModel = {
  id: 'keyboard',
  title: 'New note',
  direction: 'ltr',
  language: 'en',
  side: 'front',
  rows: [],
  field: { text: '', hint: 'Write here' },
  keys: keyboardRows('large', 'en', { space: 'Space', delete: 'Delete' }),
  actions: [{ id: 'back', label: 'Back', look: 'plain' }],
}
const eyePosition = { x: 0.3, y: 1.65, z: 1.4 }
const handPosition = { ox: 0.5, oy: 1.25, oz: 1.1 }

test('every key can be hit by a ray from the hand, wherever the user stood when the panels opened', () => {
  // Only colours and font, which are not drawn here.
  const tokens = { font: 'sans-serif', theme: 'daylight' } as unknown as ThemeTokens
  const panels = new Panels(tokens)
  panels.setVisible(true)
  panels.centerOn(eyePosition.x, eyePosition.y, eyePosition.z, 0)
  panels.setPanels([keyboard])
  const { boxes, height } = layoutPanel(keyboard, (text, size, weight) => textWidth(text, size, weight, tokens.font))
  const scale = panelWidthMetres / panelWidthPixels
  const missed = boxes.flatMap(({ x, y, width, height: tall, action }) => {
    if (action === undefined) return []
    const angle = ((x + width / 2 - panelWidthPixels / 2) * scale) / panelDistanceMetres
    const target = {
      x: eyePosition.x + Math.sin(angle) * panelDistanceMetres,
      y: eyePosition.y - panelDropMetres + (height / 2 - y - tall / 2) * scale,
      z: eyePosition.z - Math.cos(angle) * panelDistanceMetres,
    }
    const [dx, dy, dz] = [target.x - handPosition.ox, target.y - handPosition.oy, target.z - handPosition.oz]
    const length = Math.hypot(dx, dy, dz)
    panels.pointAt({ ...handPosition, dx: dx / length, dy: dy / length, dz: dz / length })
    return panels.hitAction()?.action === action ? [] : [action]
  })
  expect(missed).toEqual([])
})

test('a toast fades and is reported once when it is gone; one that is pointed at stays, and panels stay', () => {
  const panels = new Panels({ font: 'sans-serif', theme: 'daylight' } as unknown as ThemeTokens)
  panels.setVisible(true)
  panels.centerOn(0, 1.6, 0, 0)
  const toast: PanelModel = { ...keyboard, id: 'toast', side: 'right', keys: [], rows: [], lifeMs: 1_000 }
  panels.setPanels([keyboard, toast])
  const gone: string[] = []
  const wait = (seconds: number, reducedMotion = false) =>
    panels.fadeToasts(seconds, reducedMotion, (id) => gone.push(id))
  const opacities = () => panels.group.children.map((child) => ((child as Mesh).material as Material).opacity)
  wait(0.9)
  expect(opacities()).toEqual([1, 1])
  const { right } = panelAnglesRadians
  panels.pointAt({ ox: 0, oy: 1.6 - panelDropMetres, oz: 0, dx: -Math.sin(right), dy: 0, dz: -Math.cos(right) })
  wait(5)
  expect(opacities()).toEqual([1, 1])
  panels.pointAt(undefined)
  wait(1.3)
  expect(opacities()).toEqual([1, expect.closeTo(0.5, 5)])
  wait(1)
  wait(1)
  expect([gone, opacities()]).toEqual([['toast'], [1, 0]])
  panels.setPanels([{ ...toast, id: 'other' }])
  wait(1.001, true)
  expect(gone).toEqual(['toast', 'other'])
})

import { keysOf } from '@veranda/core/rooms/panel-keys.ts'
import { panelArm, panelDrop, panelMetres, type PanelModel, panelWidth } from '@veranda/core/rooms/panel-model.ts'
import { layPanel } from '@veranda/core/rooms/panel-layout.ts'
import { expect, test } from 'vitest'
import { type Look } from './look.ts'
import { Panels } from './panels.ts'
import { widthOf } from './sign-shapes.ts'

const keyboard: PanelModel = {
  id: 'keyboard',
  title: 'New note',
  direction: 'ltr',
  language: 'en',
  side: 'front',
  rows: [],
  field: { text: '', hint: 'Write here' },
  keys: keysOf('large', 'en', { space: 'Space', delete: 'Delete' }),
  actions: [{ id: 'back', label: 'Back', look: 'plain' }],
}
const eyes = { x: 0.3, y: 1.65, z: 1.4 }
const hand = { ox: 0.5, oy: 1.25, oz: 1.1 }

test('each key is met by a line from the hand, wherever the person stood when the panels were called', () => {
  // Only colours and the letters' shapes, which nothing is drawn with here.
  const look = { font: 'sans-serif', theme: 'daylight' } as unknown as Look
  const panels = new Panels(look)
  panels.show(true)
  panels.centre(eyes.x, eyes.y, eyes.z, 0)
  panels.set([keyboard])
  const { boxes, height } = layPanel(keyboard, (text, size, weight) => widthOf(text, size, weight, look.font))
  const scale = panelMetres / panelWidth
  const missed = boxes.flatMap(({ x, y, width, height: tall, action }) => {
    if (action === undefined) return []
    const angle = ((x + width / 2 - panelWidth / 2) * scale) / panelArm
    const to = {
      x: eyes.x + Math.sin(angle) * panelArm,
      y: eyes.y - panelDrop + (height / 2 - y - tall / 2) * scale,
      z: eyes.z - Math.cos(angle) * panelArm,
    }
    const [dx, dy, dz] = [to.x - hand.ox, to.y - hand.oy, to.z - hand.oz]
    const long = Math.hypot(dx, dy, dz)
    panels.point({ ...hand, dx: dx / long, dy: dy / long, dz: dz / long })
    return panels.pressed()?.action === action ? [] : [action]
  })
  expect(missed).toEqual([])
})

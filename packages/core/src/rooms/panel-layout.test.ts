import { expect, test } from 'vitest'
import { layPanel, type Measure, panelWidth, type PanelModel, pressedOn, shortened, wrapText } from './panel-layout.ts'

const wide: Measure = (text, size) => [...text].length * size * 0.5
const panel: PanelModel = {
  id: 'pins',
  title: 'Pins',
  direction: 'ltr',
  language: 'en',
  rows: [
    { id: '1', text: 'The armrest is too low', detail: 'Mara, 2 hours ago', value: 'Open', action: 'open-1' },
    { id: '2', text: 'Fine', value: 'Fixed' },
  ],
  actions: [
    { id: 'back', label: 'Back', look: 'plain' },
    { id: 'approve', label: 'Approve', look: 'filled' },
    { id: 'never', label: 'Not now', look: 'plain', disabled: true },
  ],
}

test('nothing reaches over the edge, in both directions', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    const long = { ...panel, direction, title: 'A very long title that has to be broken somewhere '.repeat(3) }
    const { texts, boxes, height } = layPanel(long, wide)
    for (const { text, x, y, size, align } of texts) {
      const length = wide(text, size, 400)
      const left = align === 'center' ? x - length / 2 : (align === 'start') === (direction === 'ltr') ? x : x - length
      expect(left, text).toBeGreaterThanOrEqual(0)
      expect(left + length, text).toBeLessThanOrEqual(panelWidth)
      expect(y).toBeLessThan(height)
    }
    for (const box of boxes) expect(box.y + box.height).toBeLessThanOrEqual(height)
  }
})

test('a press does what stands there, and nothing beside it or where it is switched off', () => {
  const layout = layPanel(panel, wide)
  const middle = (action: string) => {
    const box = layout.boxes.find((one) => one.action === action)
    if (!box) throw new Error(`${action} is not drawn`)
    return pressedOn(layout, box.x + box.width / 2, box.y + box.height / 2)
  }
  for (const action of ['open-1', 'back', 'approve']) expect(middle(action)).toBe(action)
  expect(layout.boxes.filter(({ look }) => look === 'off').map(({ action }) => action)).toEqual([undefined])
  expect(pressedOn(layout, 5, 5)).toBeUndefined()
})

test('the first button stands where reading begins', () => {
  const xOf = (direction: 'ltr' | 'rtl') =>
    layPanel({ ...panel, direction }, wide).boxes.find(({ action }) => action === 'back')?.x ?? NaN
  expect(xOf('ltr')).toBeLessThan(panelWidth / 3)
  expect(xOf('rtl')).toBeGreaterThan(panelWidth / 3)
})

test('buttons stay in sight however many rows there are', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ id: String(at), text: `Row ${at}`, action: `row-${at}` }))
  const layout = layPanel({ ...panel, rows }, wide)
  expect(layout.boxes.some(({ action }) => action === 'approve')).toBe(true)
  expect(layout.height).toBeLessThanOrEqual(1240)
})

test('words stay whole where they fit, and scripts without spaces are broken', () => {
  const by = (text: string) => [...text].length
  expect(wrapText('one two three four', 9, 9, by)).toEqual(['one two', 'three', 'four'])
  expect(wrapText('椅子の肘掛けが低すぎます', 5, 9, by)).toEqual(['椅子の肘掛', 'けが低すぎ', 'ます'])
  expect(wrapText('a b c d e f', 1, 3, by).length).toBe(3)
  expect(shortened('lantern', 4, by)).toBe('lan…')
})

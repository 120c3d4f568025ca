import { expect, test } from 'vitest'
import { keysOf } from './panel-keys.ts'
import { boxAt, layPanel } from './panel-layout.ts'
import { panelWidth, type PanelModel } from './panel-model.ts'
import { type Measure } from './panel-sheet.ts'
import { shortened, wrapText } from './wrap-text.ts'

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
    return boxAt(layout, box.x + box.width / 2, box.y + box.height / 2)?.action
  }
  for (const action of ['open-1', 'back', 'approve']) expect(middle(action)).toBe(action)
  expect(layout.boxes.filter(({ look }) => look === 'off').map(({ action }) => action)).toEqual([undefined])
  expect(boxAt(layout, 5, 5)).toBeUndefined()
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

const buttons = ['−10 cm', '−1 cm', '+1 cm', '+10 cm'].map((label) => ({ id: `x:${label}`, label }))
const full: PanelModel = {
  ...panel,
  rows: [
    { id: 'light', text: 'Light', buttons: [{ id: 'day', label: 'Day', chosen: true }], action: 'row' },
    { id: 'x', text: 'To the right', value: '1.35 m', buttons },
  ],
  field: { text: 'What is being written, which is much longer than a line of the field can be '.repeat(9), hint: '' },
  actions: panel.actions.slice(0, 2),
  keys: keysOf('large', 'en', { space: 'Space', delete: 'Delete' }),
}

test('steps and keys are pressed where they stand, and none lies on another', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    const layout = layPanel({ ...full, direction }, wide)
    const pressed = layout.boxes.filter(({ action, look }) => action !== undefined && look !== 'row')
    expect(pressed.length).toBe(1 + buttons.length + 33 + 2)
    for (const box of pressed) {
      const { x, y, width, height, action } = box
      expect(boxAt(layout, x + width / 2, y + height / 2)?.action, action).toBe(action)
      expect(Math.min(x, panelWidth - x - width), action).toBeGreaterThanOrEqual(0)
      const over = pressed.filter(
        (other) =>
          other !== box &&
          other.x < x + width &&
          x < other.x + other.width &&
          other.y < y + height &&
          y < other.y + other.height,
      )
      expect(over.map((other) => other.action)).toEqual([])
    }
    expect(layout.height).toBeLessThanOrEqual(1240)
  }
})

test('a row with a choice in it can be pressed beside the choice', () => {
  const layout = layPanel(full, wide)
  const row = layout.boxes.find(({ action }) => action === 'row')
  expect(boxAt(layout, (row?.x ?? 0) + 5, (row?.y ?? 0) + 5)?.action).toBe('row')
})

test('keys lie from left to right in every direction of reading', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    const { boxes } = layPanel({ ...full, direction }, wide)
    const xs = [...'QWERTY'].map((letter) => boxes.find(({ action }) => action === `key:${letter}`)?.x ?? NaN)
    expect(xs).toEqual(xs.toSorted((a, b) => a - b))
  }
})

test('all rows are found by leafing through, each once, and leafing ends at both ends', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ id: String(at), text: `Row ${at}`, action: `row-${at}` }))
  const seen: string[] = []
  let page: number | undefined = 0
  while (page !== undefined) {
    const actions: (string | undefined)[] = layPanel({ ...panel, rows, page }, wide).boxes.map(({ action }) => action)
    seen.push(...(actions.filter((one) => one !== undefined && one.startsWith('row-')) as string[]))
    const next: number = page + 1
    expect(actions.includes(`page:${page - 1}`)).toBe(page > 0)
    page = actions.includes(`page:${next}`) ? next : undefined
  }
  expect(seen).toEqual(rows.map(({ action }) => action))
  const last = layPanel({ ...panel, rows, page: 999 }, wide).boxes.map(({ action }) => action)
  expect(last).toContain('row-59')
})

import { expect, test } from 'vitest'
import { keyboardRows } from '../../lib/panels/keyboard.ts'
import { hitTestPanel, layoutPanel } from './panel-layout.ts'
import { panelWidthPixels, type PanelModel } from '../../lib/panels/panel-model.ts'
import { type MeasureText } from './panel-sheet.ts'
import { truncateText, wrapText } from './wrap-text.ts'

const wide: MeasureText = (text, size) => [...text].length * size * 0.5
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

test("nothing exceeds the panel's edges, in both directions", () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    const long = { ...panel, direction, title: 'A very long title that has to be broken somewhere '.repeat(3) }
    const { texts, boxes, height } = layoutPanel(long, wide)
    for (const { text, x, y, size, align } of texts) {
      const length = wide(text, size, 400)
      const left = align === 'center' ? x - length / 2 : (align === 'start') === (direction === 'ltr') ? x : x - length
      expect(left, text).toBeGreaterThanOrEqual(0)
      expect(left + length, text).toBeLessThanOrEqual(panelWidthPixels)
      expect(y).toBeLessThan(height)
    }
    for (const box of boxes) expect(box.y + box.height).toBeLessThanOrEqual(height)
  }
})

test('a press triggers the button under it, and nothing outside it or when disabled', () => {
  const layout = layoutPanel(panel, wide)
  const middle = (action: string) => {
    const box = layout.boxes.find((one) => one.action === action)
    if (!box) throw new Error(`${action} is not drawn`)
    return hitTestPanel(layout, box.x + box.width / 2, box.y + box.height / 2)?.action
  }
  for (const action of ['open-1', 'back', 'approve']) expect(middle(action)).toBe(action)
  expect(layout.boxes.filter(({ look }) => look === 'off').map(({ action }) => action)).toEqual([undefined])
  expect(hitTestPanel(layout, 5, 5)).toBeUndefined()
})

test('the first button is where reading starts', () => {
  const xOf = (direction: 'ltr' | 'rtl') =>
    layoutPanel({ ...panel, direction }, wide).boxes.find(({ action }) => action === 'back')?.x ?? NaN
  expect(xOf('ltr')).toBeLessThan(panelWidthPixels / 3)
  expect(xOf('rtl')).toBeGreaterThan(panelWidthPixels / 3)
})

test('buttons stay visible however many rows there are', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ id: String(at), text: `Row ${at}`, action: `row-${at}` }))
  const layout = layoutPanel({ ...panel, rows }, wide)
  expect(layout.boxes.some(({ action }) => action === 'approve')).toBe(true)
  expect(layout.height).toBeLessThanOrEqual(1240)
})

test('words stay whole if they fit, and scripts without spaces are broken', () => {
  const by = (text: string) => [...text].length
  expect(wrapText('one two three four', 9, 9, by)).toEqual(['one two', 'three', 'four'])
  expect(wrapText('椅子の肘掛けが低すぎます', 5, 9, by)).toEqual(['椅子の', '肘掛けが低', 'すぎます'])
  // What is left for the last line gets no blanks that its script does not have.
  expect(wrapText('椅子の肘掛けが低すぎます', 5, 2, by)).toEqual(['椅子の', '肘掛けが…'])
  expect(wrapText('「椅子」、低い。机', 3, 9, by).filter((line) => /^[、。」]|「$/.test(line))).toEqual([])
  expect(wrapText('このVerandaは', 8, 9, by)).toEqual(['この', 'Verandaは'])
  expect(wrapText('abcdefgh', 3, 9, by)).toEqual(['abc', 'def', 'gh'])
  // A letter of several code points stays whole.
  expect(wrapText('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 5, 9, by).every((line) => line.replaceAll('👨‍👩‍👧', '') === '')).toBe(true)
  expect(wrapText('a b c d e f', 1, 3, by).length).toBe(3)
  expect(truncateText('lantern', 4, by)).toBe('lan…')
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
  keys: keyboardRows('large', 'en', { space: 'Space', delete: 'Delete' }),
}

test('step buttons and keys are pressed where they are drawn, and none overlap', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    const layout = layoutPanel({ ...full, direction }, wide)
    const pressed = layout.boxes.filter(({ action, look }) => action !== undefined && look !== 'row')
    expect(pressed.length).toBe(1 + buttons.length + 33 + 2)
    for (const box of pressed) {
      const { x, y, width, height, action } = box
      expect(hitTestPanel(layout, x + width / 2, y + height / 2)?.action, action).toBe(action)
      expect(Math.min(x, panelWidthPixels - x - width), action).toBeGreaterThanOrEqual(0)
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

test('a row with a choice can be pressed outside the choice', () => {
  const layout = layoutPanel(full, wide)
  const row = layout.boxes.find(({ action }) => action === 'row')
  expect(hitTestPanel(layout, (row?.x ?? 0) + 5, (row?.y ?? 0) + 5)?.action).toBe('row')
})

test('keys are laid out from left to right in both directions', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    const { boxes } = layoutPanel({ ...full, direction }, wide)
    const xs = [...'QWERTY'].map((letter) => boxes.find(({ action }) => action === `key:${letter}`)?.x ?? NaN)
    expect(xs).toEqual(xs.toSorted((a, b) => a - b))
  }
})

test('paging shows every row once and stops at both ends', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ id: String(at), text: `Row ${at}`, action: `row-${at}` }))
  const seen: string[] = []
  let page: number | undefined = 0
  while (page !== undefined) {
    const actions: (string | undefined)[] = layoutPanel({ ...panel, rows, page }, wide).boxes.map(
      ({ action }) => action,
    )
    seen.push(...(actions.filter((one) => one !== undefined && one.startsWith('row-')) as string[]))
    const next: number = page + 1
    expect(actions.includes(`page:${page - 1}`)).toBe(page > 0)
    page = actions.includes(`page:${next}`) ? next : undefined
  }
  expect(seen).toEqual(rows.map(({ action }) => action))
  const last = layoutPanel({ ...panel, rows, page: 999 }, wide).boxes.map(({ action }) => action)
  expect(last).toContain('row-59')
})

import {
  type PanelAction,
  type PanelKey,
  type PanelModel,
  type PanelRow,
  panelWidthPixels,
} from '../../lib/panels/panel-model.ts'
import { layoutRow } from './panel-rows.ts'
import {
  heldBarPx,
  panelPadding,
  contentWidth,
  type PlacedBox,
  type PlacedText,
  type MeasureText,
  PanelSheet,
  textSize,
} from './panel-sheet.ts'
import { wrapText } from './wrap-text.ts'

export type PanelLayout = {
  readonly width: number
  readonly height: number
  readonly texts: readonly PlacedText[]
  readonly boxes: readonly PlacedBox[]
}

const maxPanelHeight = 1240
const buttonHeight = 92
const rowGap = 14
/** Gap between the rows and the buttons of the footer. */
const footerGap = 18
const pagerHeight = 76 + rowGap
const keyGap = 10
const keyHeight = 88
const keysPerRow = 10
const fieldLines = 3

/**
 * Lays out a panel, in pixels from its upper left corner. Rows that do not fit are paged: `page:2` is the action of the
 * button to the third page.
 */
export function layoutPanel(panel: PanelModel, measure: MeasureText): PanelLayout {
  const sheet = new PanelSheet(panel.direction, measure, panelPadding)
  sheet.addLines(panel.title, 2, { size: textSize.title, weight: 650 })
  if (panel.lead !== undefined) {
    sheet.y += 4
    sheet.addLines(panel.lead, 4, { size: textSize.detail, weight: 450, ink: 'quiet' })
  }
  sheet.y += 18
  if (panel.field) layoutField(sheet, panel.field)
  const buttons = actionRows(panel.actions, measure)
  const heightOf = (line: readonly PanelAction[]) =>
    buttonHeight + (line.some(({ held }) => held) ? heldBarPx.space : 0)
  const footerHeight = buttons.reduce((sum, line) => sum + heightOf(line) + rowGap, buttons.length > 0 ? footerGap : 0)
  const keyboardHeight = (panel.keys?.length ?? 0) * (keyHeight + keyGap)
  layoutRows(sheet, panel, maxPanelHeight - panelPadding - footerHeight - keyboardHeight)
  layoutKeys(sheet, panel.keys ?? [])
  sheet.y += footerGap
  for (const line of buttons) {
    const each = (contentWidth - 16 * (line.length - 1)) / line.length
    for (const [index, one] of line.entries()) {
      sheet.addButton({ x: panelPadding + index * (each + 16), y: sheet.y, width: each, height: heightOf(line) }, one)
    }
    sheet.y += heightOf(line) + rowGap
  }
  const { texts, boxes, y } = sheet
  return {
    width: panelWidthPixels,
    height: Math.ceil(Math.min(maxPanelHeight, y - (footerHeight > 0 ? rowGap : 0) + panelPadding - 10)),
    texts,
    boxes,
  }
}

function layoutRows(sheet: PanelSheet, { rows, page = 0 }: PanelModel, end: number): void {
  const all = paginateRows(sheet, rows, end - sheet.y)
  const shown = Math.min(Math.max(0, page), all.length - 1)
  for (const row of all[shown] ?? []) layoutRow(sheet, row)
  if (all.length < 2) return
  sheet.y += rowGap
  const third = (contentWidth - 32) / 3
  const addPagerButton = (to: number, label: string, x: number) =>
    sheet.addButton(
      { x, y: sheet.y, width: third, height: pagerHeight - rowGap },
      { id: `page:${to}`, label, look: 'plain', disabled: to < 0 || to >= all.length },
    )
  addPagerButton(shown - 1, sheet.rtl ? '→' : '←', panelPadding)
  addPagerButton(shown + 1, sheet.rtl ? '←' : '→', panelPadding + 2 * (third + 16))
  const middle = { align: 'center', ink: 'quiet', size: textSize.detail } as const
  sheet.addText(`${shown + 1} / ${all.length}`, panelPadding + contentWidth / 2, sheet.y + 48, middle)
  sheet.y += pagerHeight - rowGap
}

/** Splits the rows into pages, each with at least one row. */
function paginateRows(sheet: PanelSheet, rows: readonly PanelRow[], availableHeight: number): PanelRow[][] {
  const heights = rows.map((row) => {
    const trial = sheet.emptyCopy()
    layoutRow(trial, row)
    return trial.y
  })
  const totalHeight = heights.reduce((sum, height) => sum + height, 0)
  if (totalHeight <= availableHeight) return [[...rows]]
  const pages: PanelRow[][] = []
  let remaining = 0
  for (const [index, row] of rows.entries()) {
    const height = heights[index] ?? 0
    if (height > remaining || pages.length === 0) {
      pages.push([])
      remaining = availableHeight - pagerHeight
    }
    pages.at(-1)?.push(row)
    remaining -= height
  }
  return pages
}

/** Lays out the text field with the end of the text. */
function layoutField(sheet: PanelSheet, { text, hint }: { text: string; hint: string }): void {
  const top = sheet.y
  const lines = wrapText(`${text}|`, contentWidth - 48, 99, (part) => sheet.measure(part, textSize.text, 450)).slice(
    -fieldLines,
  )
  sheet.addBox(panelPadding, top, contentWidth, fieldLines * 48 + 40, 'field')
  for (const [index, line] of lines.entries()) sheet.addText(line, panelPadding + 24, top + 58 + index * 48, {})
  if (text === '') sheet.addText(hint, panelPadding + 44, top + 58, { ink: 'quiet' })
  sheet.y += fieldLines * 48 + 40 + rowGap
}

/** Lays out the keys of the keyboard, from left to right in every language. */
function layoutKeys(sheet: PanelSheet, lines: readonly (readonly PanelKey[])[]): void {
  const unit = (contentWidth - keyGap * (keysPerRow - 1)) / keysPerRow
  const widthOf = ({ wide: measure = 1 }: PanelKey) => measure * unit + (measure - 1) * keyGap
  for (const line of lines) {
    const width = line.reduce((sum, key) => sum + widthOf(key), keyGap * (line.length - 1))
    let remaining = panelPadding + (contentWidth - width) / 2
    for (const key of line) {
      const x = sheet.rtl ? panelWidthPixels - remaining - widthOf(key) : remaining
      const look = key.chosen ? 'chosen' : 'plain'
      sheet.addButton({ x, y: sheet.y, width: widthOf(key), height: keyHeight }, { ...key, look })
      remaining += widthOf(key) + keyGap
    }
    sheet.y += keyHeight + keyGap
  }
}

/** Groups the actions into rows: two buttons share a row if both fit. */
function actionRows(actions: readonly PanelAction[], measure: MeasureText): PanelAction[][] {
  const rows: PanelAction[][] = []
  const fits = ({ label }: PanelAction) => measure(label, textSize.button, 600) + 48 <= (contentWidth - 16) / 2
  for (const action of actions) {
    const last = rows.at(-1)
    if (last?.length === 1 && last.every(fits) && fits(action)) last.push(action)
    else rows.push([action])
  }
  return rows
}

/** Returns the topmost pressable box at a point of the panel. */
export function hitTestPanel({ boxes }: PanelLayout, x: number, y: number): PlacedBox | undefined {
  return boxes.findLast(
    (box) => box.action !== undefined && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
  )
}

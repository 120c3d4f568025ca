import { type PanelAction, type PanelKey, type PanelModel, type PanelRow, panelWidth } from './panel-model.ts'
import { layRow } from './panel-rows.ts'
import { edge, inner, type LaidBox, type LaidText, type Measure, Sheet, textSize } from './panel-sheet.ts'
import { wrapText } from './wrap-text.ts'

export type PanelLayout = {
  readonly width: number
  readonly height: number
  readonly texts: readonly LaidText[]
  readonly boxes: readonly LaidBox[]
}

const tallest = 1240
const buttonHeight = 92
const between = 14
/** The foot with its buttons stands apart from the rows. */
const above = 18
const pagerHeight = 76 + between
const keyGap = 10
const keyHeight = 88
const keysInLine = 10
const fieldLines = 3

/**
 * Where everything of a panel is drawn, in pixels from its upper left corner. Rows that are more than it holds are
 * leafed through: `page:2` is the action of the button that leads to the third part.
 */
export function layPanel(panel: PanelModel, wide: Measure): PanelLayout {
  const sheet = new Sheet(panel.direction, wide, edge)
  sheet.lines(panel.title, 2, { size: textSize.title, weight: 650 })
  if (panel.lead !== undefined) {
    sheet.y += 4
    sheet.lines(panel.lead, 4, { size: textSize.detail, weight: 450, ink: 'quiet' })
  }
  sheet.y += 18
  if (panel.field) layField(sheet, panel.field)
  const buttons = actionRows(panel.actions, wide)
  const foot = buttons.length === 0 ? 0 : buttons.length * (buttonHeight + between) + above
  const keys = (panel.keys?.length ?? 0) * (keyHeight + keyGap)
  layRows(sheet, panel, tallest - edge - foot - keys)
  layKeys(sheet, panel.keys ?? [])
  sheet.y += above
  for (const line of buttons) {
    const each = (inner - 16 * (line.length - 1)) / line.length
    for (const [at, one] of line.entries()) {
      sheet.button({ x: edge + at * (each + 16), y: sheet.y, width: each, height: buttonHeight }, one)
    }
    sheet.y += buttonHeight + between
  }
  const { texts, boxes, y } = sheet
  return {
    width: panelWidth,
    height: Math.ceil(Math.min(tallest, y - (foot > 0 ? between : 0) + edge - 10)),
    texts,
    boxes,
  }
}

function layRows(sheet: Sheet, { rows, page = 0 }: PanelModel, end: number): void {
  const all = pagesOf(sheet, rows, end - sheet.y)
  const shown = Math.min(Math.max(0, page), all.length - 1)
  for (const row of all[shown] ?? []) layRow(sheet, row)
  if (all.length < 2) return
  sheet.y += between
  const third = (inner - 32) / 3
  const leaf = (to: number, label: string, x: number) =>
    sheet.button(
      { x, y: sheet.y, width: third, height: pagerHeight - between },
      { id: `page:${to}`, label, look: 'plain', disabled: to < 0 || to >= all.length },
    )
  leaf(shown - 1, sheet.rtl ? '→' : '←', edge)
  leaf(shown + 1, sheet.rtl ? '←' : '→', edge + 2 * (third + 16))
  const middle = { align: 'center', ink: 'quiet', size: textSize.detail } as const
  sheet.put(`${shown + 1} / ${all.length}`, edge + inner / 2, sheet.y + 48, middle)
  sheet.y += pagerHeight - between
}

/** The rows in as many parts as it takes; each holds at least one. */
function pagesOf(sheet: Sheet, rows: readonly PanelRow[], room: number): PanelRow[][] {
  const heights = rows.map((row) => {
    const trial = sheet.blank()
    layRow(trial, row)
    return trial.y
  })
  const whole = heights.reduce((sum, height) => sum + height, 0)
  if (whole <= room) return [[...rows]]
  const pages: PanelRow[][] = []
  let left = 0
  for (const [at, row] of rows.entries()) {
    const height = heights[at] ?? 0
    if (height > left || pages.length === 0) {
      pages.push([])
      left = room - pagerHeight
    }
    pages.at(-1)?.push(row)
    left -= height
  }
  return pages
}

/** What is being written; of much, its end. */
function layField(sheet: Sheet, { text, hint }: { text: string; hint: string }): void {
  const from = sheet.y
  const lines = wrapText(`${text}|`, inner - 48, 99, (part) => sheet.wide(part, textSize.text, 450)).slice(-fieldLines)
  sheet.box(edge, from, inner, fieldLines * 48 + 40, 'field')
  for (const [at, line] of lines.entries()) sheet.put(line, edge + 24, from + 58 + at * 48, {})
  if (text === '') sheet.put(hint, edge + 44, from + 58, { ink: 'quiet' })
  sheet.y += fieldLines * 48 + 40 + between
}

/** Keys lie as on a keyboard, in every language from left to right. */
function layKeys(sheet: Sheet, lines: readonly (readonly PanelKey[])[]): void {
  const unit = (inner - keyGap * (keysInLine - 1)) / keysInLine
  const widthOf = ({ wide = 1 }: PanelKey) => wide * unit + (wide - 1) * keyGap
  for (const line of lines) {
    const width = line.reduce((sum, key) => sum + widthOf(key), keyGap * (line.length - 1))
    let left = edge + (inner - width) / 2
    for (const key of line) {
      const x = sheet.rtl ? panelWidth - left - widthOf(key) : left
      const look = key.chosen ? 'chosen' : 'plain'
      sheet.button({ x, y: sheet.y, width: widthOf(key), height: keyHeight }, { ...key, look })
      left += widthOf(key) + keyGap
    }
    sheet.y += keyHeight + keyGap
  }
}

/** Two buttons stand side by side where both fit. */
function actionRows(actions: readonly PanelAction[], wide: Measure): PanelAction[][] {
  const rows: PanelAction[][] = []
  const fits = ({ label }: PanelAction) => wide(label, textSize.button, 600) + 48 <= (inner - 16) / 2
  for (const action of actions) {
    const last = rows.at(-1)
    if (last?.length === 1 && last.every(fits) && fits(action)) last.push(action)
    else rows.push([action])
  }
  return rows
}

/** What is pressed at a place of the panel; of what lies on each other, the uppermost. */
export function boxAt({ boxes }: PanelLayout, x: number, y: number): LaidBox | undefined {
  return boxes.findLast(
    (box) => box.action !== undefined && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
  )
}

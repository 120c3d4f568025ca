import { type PanelButton, type PanelRow } from './panel-model.ts'
import { edge, inner, type LaidBox, type Sheet, textSize } from './panel-sheet.ts'
import { shortened } from './wrap-text.ts'

const above = 14
/** Things to press stand apart. */
const between = 8
const gap = 12
/** 4.7 cm: what a shaking hand still meets at arm's length. */
const buttonHeight = 76
const narrowest = 92

/** Lays one row at the end of a sheet, as high as it needs to be. */
export function layRow(sheet: Sheet, row: PanelRow): void {
  const from = sheet.y
  const boxes = sheet.boxes.length
  const beside = row.buttons && fitsBeside(sheet, row, row.buttons)
  sheet.y += above
  if (row.buttons && beside) layBeside(sheet, row, row.buttons)
  else {
    layText(sheet, row)
    if (row.buttons) layBelow(sheet, row.buttons)
  }
  sheet.y += above
  const look = row.chosen ? 'chosen' : row.action === undefined ? 'line' : 'row'
  sheet.box(edge - 22, from, inner + 44, sheet.y - from - 2, look, row.action)
  if (look !== 'line') sheet.y += between
  // What lies on it is drawn later, and pressed first.
  const [ground] = sheet.boxes.splice(-1)
  if (ground) sheet.boxes.splice(boxes, 0, ground)
}

function layText(sheet: Sheet, { text, value, tone = 'plain', action, detail, lines = 3 }: PanelRow): void {
  const size = textSize.text
  const wide = (part: string) => sheet.wide(part, size, 550)
  const room = value === undefined ? inner : inner - Math.min(wide(value) + 28, inner * 0.5)
  if (value !== undefined) {
    const end = { align: 'end', weight: 550, ink: 'tone', tone } as const
    sheet.put(shortened(value, inner * 0.5 - 28, wide), edge + inner, sheet.y + size, end)
  }
  const ink = value === undefined && tone !== 'plain' ? 'tone' : 'ink'
  if (text !== '') sheet.lines(text, lines, { size, weight: action ? 550 : 450, ink, tone }, room)
  if (detail !== undefined) sheet.lines(detail, 2, { size: textSize.detail, weight: 450, ink: 'quiet' })
}

function widthOf(sheet: Sheet, { label }: PanelButton): number {
  return Math.min(inner, Math.max(narrowest, sheet.wide(label, textSize.button, 600) + 44))
}

function widthOfAll(sheet: Sheet, buttons: readonly PanelButton[]): number {
  return buttons.reduce((sum, one) => sum + widthOf(sheet, one), gap * (buttons.length - 1))
}

/** A number that goes up and down has its steps below it, so that those of several rows lie in columns. */
function fitsBeside(sheet: Sheet, { text, value, detail }: PanelRow, buttons: readonly PanelButton[]): boolean {
  if (text === '' || detail !== undefined || value !== undefined) return false
  return sheet.wide(text, textSize.text, 450) + 28 + widthOfAll(sheet, buttons) <= inner
}

function layBeside(sheet: Sheet, { text }: PanelRow, buttons: readonly PanelButton[]): void {
  const base = sheet.y + buttonHeight / 2 + textSize.text * 0.35
  let x = edge + inner - widthOfAll(sheet, buttons)
  sheet.put(text, edge, base, {})
  for (const one of buttons) {
    const width = widthOf(sheet, one)
    sheet.button({ x, y: sheet.y, width, height: buttonHeight }, { ...one, look: lookOf(one) })
    x += width + gap
  }
  sheet.y += buttonHeight
}

/** As many in a line as fit, together as wide as the line. */
function layBelow(sheet: Sheet, buttons: readonly PanelButton[]): void {
  for (const line of linesOf(sheet, buttons)) {
    sheet.y += gap
    const spare = (inner - widthOfAll(sheet, line)) / line.length
    let x = edge
    for (const one of line) {
      const width = widthOf(sheet, one) + spare
      sheet.button({ x, y: sheet.y, width, height: buttonHeight }, { ...one, look: lookOf(one) })
      x += width + gap
    }
    sheet.y += buttonHeight
  }
}

function linesOf(sheet: Sheet, buttons: readonly PanelButton[]): PanelButton[][] {
  const lines: PanelButton[][] = []
  for (const one of buttons) {
    const last = lines.at(-1)
    if (last && widthOfAll(sheet, [...last, one]) <= inner) last.push(one)
    else lines.push([one])
  }
  return lines
}

function lookOf({ chosen }: PanelButton): LaidBox['look'] {
  return chosen ? 'chosen' : 'plain'
}

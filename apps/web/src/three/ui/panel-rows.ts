import { type PanelButton, type PanelRow } from '../../lib/panels/panel-model.ts'
import { panelPadding, contentWidth, type PlacedBox, type PanelSheet, textSize } from './panel-sheet.ts'
import { truncateText } from './wrap-text.ts'

const rowPadding = 14
/** Gap between pressable rows. */
const rowGap = 8
const buttonGap = 12
/** 4.7 cm: large enough for a shaky hand at arm's length. */
const buttonHeight = 76
const minButtonWidth = 92

/** Lays out one row at the end of a sheet, as high as needed. */
export function layoutRow(sheet: PanelSheet, row: PanelRow): void {
  const top = sheet.y
  const boxes = sheet.boxes.length
  const inline = row.buttons && fitsInline(sheet, row, row.buttons)
  sheet.y += rowPadding
  if (row.buttons && inline) layoutInlineButtons(sheet, row, row.buttons)
  else {
    layoutText(sheet, row)
    if (row.buttons) layoutButtonsBelow(sheet, row.buttons)
  }
  sheet.y += rowPadding
  const look = row.chosen ? 'chosen' : row.action === undefined ? 'line' : 'row'
  sheet.addBox(panelPadding - 22, top, contentWidth + 44, sheet.y - top - 2, look, row.action)
  if (look !== 'line') sheet.y += rowGap
  // Put the background first: its content is drawn later and pressed first.
  const [background] = sheet.boxes.splice(-1)
  if (background) sheet.boxes.splice(boxes, 0, background)
}

function layoutText(sheet: PanelSheet, { text, value, tone = 'plain', action, detail, lines = 3 }: PanelRow): void {
  const size = textSize.text
  const measure = (part: string) => sheet.measure(part, size, 550)
  const availableWidth =
    value === undefined ? contentWidth : contentWidth - Math.min(measure(value) + 28, contentWidth * 0.5)
  if (value !== undefined) {
    const end = { align: 'end', weight: 550, ink: 'tone', tone } as const
    sheet.addText(
      truncateText(value, contentWidth * 0.5 - 28, measure),
      panelPadding + contentWidth,
      sheet.y + size,
      end,
    )
  }
  const ink = value === undefined && tone !== 'plain' ? 'tone' : 'ink'
  if (text !== '') sheet.addLines(text, lines, { size, weight: action ? 550 : 450, ink, tone }, availableWidth)
  if (detail !== undefined) sheet.addLines(detail, 2, { size: textSize.detail, weight: 450, ink: 'quiet' })
}

function buttonWidth(sheet: PanelSheet, { label }: PanelButton): number {
  return Math.min(contentWidth, Math.max(minButtonWidth, sheet.measure(label, textSize.button, 600) + 44))
}

function totalButtonWidth(sheet: PanelSheet, buttons: readonly PanelButton[]): number {
  return buttons.reduce((sum, one) => sum + buttonWidth(sheet, one), buttonGap * (buttons.length - 1))
}

/**
 * Returns true if the buttons fit in line with the text. Rows with a value have their steps below, so that those of
 * several rows align in columns.
 */
function fitsInline(sheet: PanelSheet, { text, value, detail }: PanelRow, buttons: readonly PanelButton[]): boolean {
  if (text === '' || detail !== undefined || value !== undefined) return false
  return sheet.measure(text, textSize.text, 450) + 28 + totalButtonWidth(sheet, buttons) <= contentWidth
}

function layoutInlineButtons(sheet: PanelSheet, { text }: PanelRow, buttons: readonly PanelButton[]): void {
  const base = sheet.y + buttonHeight / 2 + textSize.text * 0.35
  let x = panelPadding + contentWidth - totalButtonWidth(sheet, buttons)
  sheet.addText(text, panelPadding, base, {})
  for (const one of buttons) {
    const width = buttonWidth(sheet, one)
    sheet.addButton({ x, y: sheet.y, width, height: buttonHeight }, { ...one, look: lookOf(one) })
    x += width + buttonGap
  }
  sheet.y += buttonHeight
}

/** Lays out as many buttons in a line as fit, stretched to its width. */
function layoutButtonsBelow(sheet: PanelSheet, buttons: readonly PanelButton[]): void {
  for (const line of wrapButtons(sheet, buttons)) {
    sheet.y += buttonGap
    const extraWidth = (contentWidth - totalButtonWidth(sheet, line)) / line.length
    let x = panelPadding
    for (const one of line) {
      const width = buttonWidth(sheet, one) + extraWidth
      sheet.addButton({ x, y: sheet.y, width, height: buttonHeight }, { ...one, look: lookOf(one) })
      x += width + buttonGap
    }
    sheet.y += buttonHeight
  }
}

function wrapButtons(sheet: PanelSheet, buttons: readonly PanelButton[]): PanelButton[][] {
  const lines: PanelButton[][] = []
  for (const one of buttons) {
    const last = lines.at(-1)
    if (last && totalButtonWidth(sheet, [...last, one]) <= contentWidth) last.push(one)
    else lines.push([one])
  }
  return lines
}

function lookOf({ chosen }: PanelButton): PlacedBox['look'] {
  return chosen ? 'chosen' : 'plain'
}

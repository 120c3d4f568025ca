import { type PanelTone, panelWidthPixels } from '../../lib/panels/panel-model.ts'
import { truncateText, wrapText } from './wrap-text.ts'

/** Measures the width of a text in a size and weight, in pixels of the panel. */
export type MeasureText = (text: string, size: number, weight: number) => number
export type PlacedText = {
  readonly text: string
  readonly x: number
  /** Of the baseline. */
  readonly y: number
  readonly size: number
  readonly weight: number
  readonly align: 'start' | 'end' | 'center'
  readonly ink: 'ink' | 'quiet' | 'tone' | 'on-filled' | 'off'
  readonly tone: PanelTone
}
/** A box to draw; pressable if it has an action. */
export type PlacedBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly look: 'row' | 'chosen' | 'filled' | 'plain' | 'danger' | 'off' | 'line' | 'field'
  readonly action: string | undefined
  /** Has to be held. */
  readonly held?: boolean
}

export const panelPadding = 44
export const contentWidth = panelWidthPixels - 2 * panelPadding
export const textSize = { title: 46, text: 36, detail: 29, button: 36 } as const
/** The bar that fills in a held button, and the space that it takes below the label. */
export const heldBarPx = { height: 18, side: 26, bottom: 20, space: 34 } as const
const lineHeight = 1.32

/** Collects the texts and boxes of a panel from top to bottom; `x` counts from the start of the reading direction. */
export class PanelSheet {
  readonly texts: PlacedText[] = []
  readonly boxes: PlacedBox[] = []
  readonly rtl: boolean
  readonly measure: MeasureText
  y: number

  constructor(direction: 'ltr' | 'rtl', measure: MeasureText, y: number) {
    this.rtl = direction === 'rtl'
    this.measure = measure
    this.y = y
  }

  /** Returns an empty sheet with the same direction and measure. */
  emptyCopy(): PanelSheet {
    return new PanelSheet(this.rtl ? 'rtl' : 'ltr', this.measure, 0)
  }

  addText(text: string, x: number, y: number, style: Partial<PlacedText>): void {
    const at = this.rtl ? panelWidthPixels - x : x
    const defaults = { size: textSize.text, weight: 450, align: 'start', ink: 'ink', tone: 'plain' } as const
    this.texts.push({ text, x: at, y, ...defaults, ...style })
  }

  addLines(
    text: string,
    maxLines: number,
    style: Partial<PlacedText> & { size: number; weight: number },
    availableWidth = contentWidth,
  ): void {
    for (const line of wrapText(text, availableWidth, maxLines, (part) =>
      this.measure(part, style.size, style.weight),
    )) {
      this.addText(line, panelPadding, this.y + style.size, style)
      this.y += style.size * lineHeight
    }
  }

  addBox(
    x: number,
    y: number,
    width: number,
    height: number,
    look: PlacedBox['look'],
    action?: string,
    held = false,
  ): void {
    this.boxes.push({ x: this.rtl ? panelWidthPixels - x - width : x, y, width, height, look, action, held })
  }

  /** Adds a button with a centred label. */
  addButton(
    at: { x: number; y: number; width: number; height: number },
    {
      id,
      label,
      look,
      disabled,
      held,
    }: {
      id: string
      label: string
      look: PlacedBox['look']
      disabled?: boolean | undefined
      held?: boolean | undefined
    },
  ): void {
    const { x, y, width, height } = at
    this.addBox(x, y, width, height, disabled ? 'off' : look, disabled ? undefined : id, held)
    const text = truncateText(label, width - 24, (part) => this.measure(part, textSize.button, 600))
    const ink = disabled ? 'off' : look === 'filled' || look === 'danger' ? 'on-filled' : 'ink'
    const labelHeight = held ? height - heldBarPx.space : height
    const baseline = y + labelHeight / 2 + textSize.button * 0.35
    this.addText(text, x + width / 2, baseline, { align: 'center', size: textSize.button, weight: 600, ink })
  }
}

import { type PanelTone, panelWidth } from './panel-model.ts'
import { shortened, wrapText } from './wrap-text.ts'

/** How wide a text is in a size and weight, in pixels of the panel. */
export type Measure = (text: string, size: number, weight: number) => number
export type LaidText = {
  readonly text: string
  readonly x: number
  /** Of the base line. */
  readonly y: number
  readonly size: number
  readonly weight: number
  readonly align: 'start' | 'end' | 'center'
  readonly ink: 'ink' | 'quiet' | 'tone' | 'on-filled' | 'off'
  readonly tone: PanelTone
}
/** A box that is drawn, and pressed where it has an action. */
export type LaidBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly look: 'row' | 'chosen' | 'filled' | 'plain' | 'danger' | 'off' | 'line' | 'field'
  readonly action: string | undefined
}

export const edge = 44
export const inner = panelWidth - 2 * edge
export const textSize = { title: 46, text: 36, detail: 29, button: 36 } as const
const leading = 1.32

/** Where things of a panel come to lie, from top to bottom; `x` counts from where reading begins. */
export class Sheet {
  readonly texts: LaidText[] = []
  readonly boxes: LaidBox[] = []
  readonly rtl: boolean
  readonly wide: Measure
  y: number

  constructor(direction: 'ltr' | 'rtl', wide: Measure, y: number) {
    this.rtl = direction === 'rtl'
    this.wide = wide
    this.y = y
  }

  /** An empty one that measures the same way. */
  blank(): Sheet {
    return new Sheet(this.rtl ? 'rtl' : 'ltr', this.wide, 0)
  }

  put(text: string, x: number, y: number, more: Partial<LaidText>): void {
    const at = this.rtl ? panelWidth - x : x
    const plain = { size: textSize.text, weight: 450, align: 'start', ink: 'ink', tone: 'plain' } as const
    this.texts.push({ text, x: at, y, ...plain, ...more })
  }

  lines(text: string, most: number, more: Partial<LaidText> & { size: number; weight: number }, room = inner): void {
    for (const line of wrapText(text, room, most, (part) => this.wide(part, more.size, more.weight))) {
      this.put(line, edge, this.y + more.size, more)
      this.y += more.size * leading
    }
  }

  box(x: number, y: number, width: number, height: number, look: LaidBox['look'], action?: string): void {
    this.boxes.push({ x: this.rtl ? panelWidth - x - width : x, y, width, height, look, action })
  }

  /** Something to press with its word in the middle. */
  button(
    at: { x: number; y: number; width: number; height: number },
    { id, label, look, disabled }: { id: string; label: string; look: LaidBox['look']; disabled?: boolean | undefined },
  ): void {
    const { x, y, width, height } = at
    this.box(x, y, width, height, disabled ? 'off' : look, disabled ? undefined : id)
    const text = shortened(label, width - 24, (part) => this.wide(part, textSize.button, 600))
    const ink = disabled ? 'off' : look === 'filled' || look === 'danger' ? 'on-filled' : 'ink'
    const middle = y + height / 2 + textSize.button * 0.35
    this.put(text, x + width / 2, middle, { align: 'center', size: textSize.button, weight: 600, ink })
  }
}

import { layPanel, type PanelLayout } from '@veranda/core/rooms/panel-layout.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { type LaidBox, type LaidText } from '@veranda/core/rooms/panel-sheet.ts'
import { CanvasTexture, LinearMipmapLinearFilter, SRGBColorSpace } from 'three'
import { type Look } from './look.ts'
import { widthOf } from './sign-shapes.ts'

const corner = 36

/** A panel drawn on a texture with the tokens of the flat app. */
export class PanelTexture {
  readonly texture: CanvasTexture
  readonly layout: PanelLayout

  constructor(panel: PanelModel, look: Look) {
    this.layout = layPanel(panel, (text, size, weight) => widthOf(text, size, weight, look.font))
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: this.layout.width, height: this.layout.height })
    const pen = canvas.getContext('2d')
    if (pen) draw(pen, this.layout, panel, look)
    this.texture = new CanvasTexture(canvas)
    this.texture.colorSpace = SRGBColorSpace
    this.texture.anisotropy = 8
    this.texture.minFilter = LinearMipmapLinearFilter
  }

  dispose(): void {
    this.texture.dispose()
  }
}

function draw(pen: CanvasRenderingContext2D, layout: PanelLayout, panel: PanelModel, look: Look): void {
  const { width, height } = layout
  // Letters take their shapes by language: Chinese and Japanese share places in the code.
  pen.canvas.lang = panel.language
  pen.direction = panel.direction
  pen.beginPath()
  pen.roundRect(1, 1, width - 2, height - 2, corner)
  pen.fillStyle = look.raised
  pen.fill()
  pen.lineWidth = 3
  pen.strokeStyle = look.hairline
  pen.stroke()
  for (const box of layout.boxes) drawBox(pen, box, look)
  for (const text of layout.texts) drawText(pen, text, panel.direction, look)
}

function drawBox(pen: CanvasRenderingContext2D, { x, y, width, height, look: kind }: LaidBox, look: Look): void {
  if (kind === 'line') {
    pen.fillStyle = look.hairline
    pen.fillRect(x + 22, y + height, width - 44, 2)
    return
  }
  pen.beginPath()
  pen.roundRect(x, y, width, height, kind === 'row' || kind === 'chosen' ? 20 : 26)
  const fills = {
    row: look.surface,
    chosen: look['primary-soft'],
    filled: look.primary,
    plain: look.surface,
    danger: look.error,
    off: look.sunken,
    field: look.sunken,
  } as const
  pen.fillStyle = fills[kind]
  pen.fill()
  if (kind === 'filled' || kind === 'danger' || kind === 'off') return
  pen.lineWidth = kind === 'chosen' ? 4 : 2
  pen.strokeStyle = kind === 'chosen' ? look.primary : look.hairline
  pen.stroke()
}

function drawText(pen: CanvasRenderingContext2D, text: LaidText, direction: 'ltr' | 'rtl', look: Look): void {
  const tones = {
    plain: look.ink,
    primary: look.primary,
    accent: look['accent-ink'],
    success: look.success,
    warning: look.warning,
    error: look.error,
  } as const
  const inks = {
    ink: look.ink,
    quiet: look.quiet,
    tone: tones[text.tone],
    'on-filled': look['on-primary'],
    off: look.quiet,
  } as const
  pen.font = `${text.weight} ${text.size}px ${look.font}`
  pen.fillStyle = inks[text.ink]
  // "start" and "end" follow the direction of the canvas element, which is in no page.
  const left = direction === 'ltr' ? 'start' : 'end'
  pen.textAlign = text.align === 'center' ? 'center' : text.align === left ? 'left' : 'right'
  pen.fillText(text.text, text.x, text.y)
}

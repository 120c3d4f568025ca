import { layoutPanel, type PanelLayout } from './panel-layout.ts'
import { type PanelModel } from '../../lib/panels/panel-model.ts'
import { type PlacedBox, type PlacedText } from './panel-sheet.ts'
import { CanvasTexture, LinearMipmapLinearFilter, SRGBColorSpace } from 'three'
import { type ThemeTokens } from './theme-tokens.ts'
import { textWidth } from './label-shapes.ts'

const cornerRadiusPx = 36

/** A panel drawn on a texture with the design tokens of the page. */
export class PanelTexture {
  readonly texture: CanvasTexture
  readonly layout: PanelLayout

  constructor(panel: PanelModel, tokens: ThemeTokens) {
    this.layout = layoutPanel(panel, (text, size, weight) => textWidth(text, size, weight, tokens.font))
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: this.layout.width, height: this.layout.height })
    const context = canvas.getContext('2d')
    if (context) drawPanel(context, this.layout, panel, tokens)
    this.texture = new CanvasTexture(canvas)
    this.texture.colorSpace = SRGBColorSpace
    this.texture.anisotropy = 8
    this.texture.minFilter = LinearMipmapLinearFilter
  }

  dispose(): void {
    this.texture.dispose()
  }
}

function drawPanel(
  context: CanvasRenderingContext2D,
  layout: PanelLayout,
  panel: PanelModel,
  tokens: ThemeTokens,
): void {
  const { width, height } = layout
  // Glyphs depend on the language: Chinese and Japanese share code points.
  context.canvas.lang = panel.language
  context.direction = panel.direction
  context.beginPath()
  context.roundRect(1, 1, width - 2, height - 2, cornerRadiusPx)
  context.fillStyle = tokens.raised
  context.fill()
  context.lineWidth = 3
  context.strokeStyle = tokens.hairline
  context.stroke()
  for (const box of layout.boxes) drawBox(context, box, tokens)
  for (const text of layout.texts) drawText(context, text, panel.direction, tokens)
}

function drawBox(
  context: CanvasRenderingContext2D,
  { x, y, width, height, look: kind }: PlacedBox,
  tokens: ThemeTokens,
): void {
  if (kind === 'line') {
    context.fillStyle = tokens.hairline
    context.fillRect(x + 22, y + height, width - 44, 2)
    return
  }
  context.beginPath()
  context.roundRect(x, y, width, height, kind === 'row' || kind === 'chosen' ? 20 : 26)
  const fills = {
    row: tokens.surface,
    chosen: tokens['primary-soft'],
    filled: tokens.primary,
    plain: tokens.surface,
    danger: tokens.error,
    off: tokens.sunken,
    field: tokens.sunken,
  } as const
  context.fillStyle = fills[kind]
  context.fill()
  if (kind === 'filled' || kind === 'danger' || kind === 'off') return
  context.lineWidth = kind === 'chosen' ? 4 : 2
  context.strokeStyle = kind === 'chosen' ? tokens.primary : tokens.hairline
  context.stroke()
}

function drawText(
  context: CanvasRenderingContext2D,
  text: PlacedText,
  direction: 'ltr' | 'rtl',
  tokens: ThemeTokens,
): void {
  const tones = {
    plain: tokens.ink,
    primary: tokens.primary,
    accent: tokens['accent-ink'],
    success: tokens.success,
    warning: tokens.warning,
    error: tokens.error,
  } as const
  const inks = {
    ink: tokens.ink,
    quiet: tokens.quiet,
    tone: tones[text.tone],
    'on-filled': tokens['on-primary'],
    off: tokens.quiet,
  } as const
  context.font = `${text.weight} ${text.size}px ${tokens.font}`
  context.fillStyle = inks[text.ink]
  // "start" and "end" follow the direction of the canvas element, which is detached.
  const left = direction === 'ltr' ? 'start' : 'end'
  context.textAlign = text.align === 'center' ? 'center' : text.align === left ? 'left' : 'right'
  context.fillText(text.text, text.x, text.y)
}

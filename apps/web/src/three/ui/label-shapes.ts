import { truncateText, wrapText } from './wrap-text.ts'
import { type ThemeTokens } from './theme-tokens.ts'
import { type Label, tipRadius } from './label-atlas.ts'
import { type HeatMapLegend, type RoomPin } from '../room/room-canvas.ts'

/** Pixels of the atlas per metre, by kind of label. */
export const pixelsPerMetre = { name: 900, pin: 1100, length: 1300, note: 900 } as const
const measuringContext = document.createElement('canvas').getContext('2d')

export function textWidth(text: string, size: number, weight: number, font: string): number {
  if (!measuringContext) return text.length * size * 0.5
  measuringContext.font = `${weight} ${size}px ${font}`
  return measuringContext.measureText(text).width
}

/** Returns a name chip with a colour dot at its start; mirrored for right-to-left text. */
export function nameLabel(
  tokens: ThemeTokens,
  name: string,
  color: string,
  direction: 'ltr' | 'rtl',
  muted: boolean,
): Label {
  const measure = (text: string) => textWidth(text, 40, 600, tokens.font)
  const text = truncateText(name, 360, measure)
  const width = Math.ceil(measure(text)) + 92
  return {
    key: `name ${tokens.theme} ${direction} ${color} ${muted} ${name}`,
    width,
    height: 70,
    cornerRadius: 0.5,
    draw(context) {
      drawChip(context, width, 70, tokens.raised, tokens.hairline)
      const rtl = direction === 'rtl'
      context.beginPath()
      context.arc(rtl ? width - 38 : 38, 35, 12, 0, 7)
      context.fillStyle = color
      context.fill()
      if (muted) {
        context.beginPath()
        context.arc(rtl ? width - 38 : 38, 35, 7, 0, 7)
        context.fillStyle = tokens.raised
        context.fill()
      }
      drawText(context, tokens, text, rtl ? width - 62 : 62, 49, 40, 600, tokens.ink, rtl ? 'right' : 'left', direction)
    },
  }
}

/** Returns the legend of the map of differences: a title, its colours, values at the start, middle and end, and notes. */
export function heatMapLegendLabel(
  tokens: ThemeTokens,
  { title, colors, values, notes }: HeatMapLegend,
  direction: 'ltr' | 'rtl',
): Label {
  const [width, edge, noteHeight] = [520, 34, 42]
  const height = 178 + notes.length * noteHeight
  const shown = truncateText(title, width - 2 * edge, (text) => textWidth(text, 34, 600, tokens.font))
  return {
    key: `legend ${tokens.theme} ${direction} ${[title, ...values, ...notes].join(' ')}`,
    width,
    height,
    cornerRadius: 0.14,
    draw(context) {
      const rtl = direction === 'rtl'
      context.fillStyle = tokens.raised
      context.fillRect(0, 0, width, height)
      drawText(
        context,
        tokens,
        shown,
        rtl ? width - edge : edge,
        54,
        34,
        600,
        tokens.ink,
        rtl ? 'right' : 'left',
        direction,
      )
      const gradient = context.createLinearGradient(edge, 0, width - edge, 0)
      for (const [share, color] of colors) gradient.addColorStop(share, color)
      context.fillStyle = gradient
      context.fillRect(edge, 78, width - 2 * edge, 30)
      for (const [index, value] of values.entries()) {
        const align = (['left', 'center', 'right'] as const)[index] ?? 'center'
        const x = edge + ((width - 2 * edge) * index) / 2
        drawText(context, tokens, value, x, 148, 30, 500, tokens.ink, align, 'ltr')
      }
      const [start, align] = rtl ? ([width - edge, 'right'] as const) : ([edge, 'left'] as const)
      for (const [index, note] of notes.entries()) {
        const text = truncateText(note, width - 2 * edge, (one) => textWidth(one, 28, 500, tokens.font))
        drawText(context, tokens, text, start, 148 + (index + 1) * noteHeight, 28, 500, tokens.ink, align, direction)
      }
    },
  }
}

/** Returns an arrow beside the name of someone out of view. */
export function arrowLabel(tokens: ThemeTokens, side: 'left' | 'right'): Label {
  const size = 70
  return {
    key: `arrow ${tokens.theme} ${side}`,
    width: size,
    height: size,
    cornerRadius: 0.5,
    draw(context) {
      const [tip, end] = side === 'left' ? [22, 44] : [48, 26]
      context.fillStyle = tokens.primary
      context.fillRect(0, 0, size, size)
      context.beginPath()
      context.moveTo(tip, 35)
      context.lineTo(end, 20)
      context.lineTo(end, 50)
      context.fillStyle = tokens['on-primary']
      context.fill()
    },
  }
}

/** Returns a chip with a short text above a model. */
export function captionLabel(tokens: ThemeTokens, text: string, direction: 'ltr' | 'rtl'): Label {
  const width = Math.ceil(textWidth(text, 40, 600, tokens.font)) + 60
  return {
    key: `caption ${tokens.theme} ${direction} ${text}`,
    width,
    height: 70,
    cornerRadius: 0.5,
    draw(context) {
      drawChip(context, width, 70, tokens.raised, tokens.hairline)
      drawText(context, tokens, text, width / 2, 49, 40, 600, tokens.ink, 'center', direction)
    },
  }
}

/**
 * Returns a numbered pin as the page draws it: in the accent colour when open, green when closed, with a dashed edge when
 * unsure, and with an edge of the primary colour and larger when selected. Its tip at the lower left is at the anchor.
 */
export function pinLabel(
  tokens: ThemeTokens,
  { number, look, chosen }: Pick<RoomPin, 'number' | 'look' | 'chosen'>,
): Label {
  const size = chosen ? 108 : 92
  const edge = size / 14
  const color = look === 'open' ? tokens.accent : look === 'closed' ? tokens.success : tokens.surface
  const ink = look === 'open' ? tokens['on-accent'] : look === 'closed' ? tokens.surface : tokens['accent-ink']
  return {
    key: `pin ${tokens.theme} ${look} ${chosen} ${number}`,
    width: size,
    height: size,
    cornerRadius: 0.5,
    hasTip: true,
    draw(context) {
      const outline = (inset: number) => {
        const [side, round] = [size - 2 * inset, size / 2 - inset]
        context.beginPath()
        context.roundRect(inset, inset, side, side, [round, round, round, Math.max(size * tipRadius - inset, 2)])
      }
      context.fillStyle = chosen ? tokens.primary : tokens.surface
      context.fillRect(0, 0, size, size)
      outline(edge)
      context.fillStyle = color
      context.fill()
      if (look === 'unsure' && !chosen) {
        outline(edge / 2)
        context.setLineDash([edge * 2, edge])
        context.lineWidth = edge
        context.strokeStyle = tokens.accent
        context.stroke()
      }
      const textSize = (number > 99 ? 0.3 : 0.4) * size
      drawText(
        context,
        tokens,
        String(number),
        size / 2,
        size / 2 + textSize * 0.36,
        textSize,
        700,
        ink,
        'center',
        'ltr',
      )
    },
  }
}

/** Returns a short chip for a length, an angle or a part name, with inverted colours. */
export function measurementLabel(tokens: ThemeTokens, text: string): Label {
  const width = Math.ceil(textWidth(text, 38, 650, tokens.font)) + 44
  return {
    key: `length ${tokens.theme} ${text}`,
    width,
    height: 62,
    cornerRadius: 0.5,
    draw(context) {
      drawChip(context, width, 62, tokens.ink, tokens.ink)
      drawText(context, tokens, text, width / 2, 44, 38, 650, tokens.ground, 'center', 'ltr')
    },
  }
}

/** Returns a paper note with a few lines of text. */
export function noteLabel(tokens: ThemeTokens, text: string, direction: 'ltr' | 'rtl'): Label {
  const width = 330
  const lines = wrapText(text, width - 56, 9, (part) => textWidth(part, 30, 500, tokens.font))
  const height = Math.max(150, lines.length * 40 + 62)
  return {
    key: `note ${direction} ${text}`,
    width,
    height,
    cornerRadius: 0.05,
    draw(context) {
      context.fillStyle = '#ffdf9e'
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#f2c466'
      context.fillRect(0, 0, width, 16)
      const rtl = direction === 'rtl'
      for (const [index, line] of lines.entries()) {
        drawText(
          context,
          tokens,
          line,
          rtl ? width - 28 : 28,
          66 + index * 40,
          30,
          500,
          '#2b2230',
          rtl ? 'right' : 'left',
          direction,
        )
      }
    },
  }
}

function drawChip(context: CanvasRenderingContext2D, width: number, height: number, fill: string, line: string): void {
  context.fillStyle = line
  context.fillRect(0, 0, width, height)
  context.beginPath()
  context.roundRect(2, 2, width - 4, height - 4, height / 2)
  context.fillStyle = fill
  context.fill()
}

function drawText(
  context: CanvasRenderingContext2D,
  tokens: ThemeTokens,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  color: string,
  align: CanvasTextAlign,
  direction: 'ltr' | 'rtl',
): void {
  context.font = `${weight} ${size}px ${tokens.font}`
  context.fillStyle = color
  context.textAlign = align
  context.direction = direction
  context.fillText(text, x, y)
}

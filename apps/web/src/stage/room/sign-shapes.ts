import { shortened, wrapText } from '@veranda/core/rooms/wrap-text.ts'
import { type Look } from './look.ts'
import { type Sign } from './signs.ts'
import { type RoomPin } from './types.ts'

/** Pixels of the sheet for a metre, at each kind of sign. */
export const perMetre = { name: 900, pin: 1100, length: 1300, note: 900 } as const
const scratch = document.createElement('canvas').getContext('2d')

export function widthOf(text: string, size: number, weight: number, font: string): number {
  if (!scratch) return text.length * size * 0.5
  scratch.font = `${weight} ${size}px ${font}`
  return scratch.measureText(text).width
}

/** A name on a chip, with the person's colour before it; on the other side where one reads from the right. */
export function nameSign(look: Look, name: string, color: string, direction: 'ltr' | 'rtl', muted: boolean): Sign {
  const wide = (text: string) => widthOf(text, 40, 600, look.font)
  const text = shortened(name, 360, wide)
  const width = Math.ceil(wide(text)) + 92
  return {
    key: `name ${look.theme} ${direction} ${color} ${muted} ${name}`,
    width,
    height: 70,
    round: 0.5,
    draw(pen) {
      chip(pen, width, 70, look.raised, look.hairline)
      const rtl = direction === 'rtl'
      pen.beginPath()
      pen.arc(rtl ? width - 38 : 38, 35, 12, 0, 7)
      pen.fillStyle = color
      pen.fill()
      if (muted) {
        pen.beginPath()
        pen.arc(rtl ? width - 38 : 38, 35, 7, 0, 7)
        pen.fillStyle = look.raised
        pen.fill()
      }
      write(pen, look, text, rtl ? width - 62 : 62, 49, 40, 600, look.ink, rtl ? 'right' : 'left', direction)
    },
  }
}

/** A number on a round pin; done ones are quiet, unsure ones are dashed, the chosen one is ringed. */
export function pinSign(
  look: Look,
  { number, look: state, chosen }: Pick<RoomPin, 'number' | 'look' | 'chosen'>,
): Sign {
  const size = 92
  return {
    key: `pin ${look.theme} ${state} ${chosen} ${number}`,
    width: size,
    height: size,
    round: 0.5,
    draw(pen) {
      const disc = (radius: number, color: string) => {
        pen.beginPath()
        pen.arc(size / 2, size / 2, radius, 0, 7)
        pen.fillStyle = color
        pen.fill()
      }
      pen.fillStyle = chosen ? look.accent : state === 'closed' ? look.hairline : look.raised
      pen.fillRect(0, 0, size, size)
      if (chosen) disc(40, state === 'closed' ? look.hairline : look.raised)
      disc(chosen ? 35 : 40, state === 'open' ? look.primary : state === 'unsure' ? look.accent : look.surface)
      const ink = state === 'open' ? look['on-primary'] : state === 'unsure' ? look['on-accent'] : look.quiet
      write(pen, look, String(number), size / 2, size / 2 + 13, number > 99 ? 28 : 36, 700, ink, 'center', 'ltr')
    },
  }
}

/** A length, an angle, a name of a part: short, on a dark or light chip. */
export function lengthSign(look: Look, text: string): Sign {
  const width = Math.ceil(widthOf(text, 38, 650, look.font)) + 44
  return {
    key: `length ${look.theme} ${text}`,
    width,
    height: 62,
    round: 0.5,
    draw(pen) {
      chip(pen, width, 62, look.ink, look.ink)
      write(pen, look, text, width / 2, 44, 38, 650, look.ground, 'center', 'ltr')
    },
  }
}

/** A sheet of paper with a few lines in somebody's words. */
export function noteSign(look: Look, text: string, direction: 'ltr' | 'rtl'): Sign {
  const width = 330
  const lines = wrapText(text, width - 56, 9, (part) => widthOf(part, 30, 500, look.font))
  const height = Math.max(150, lines.length * 40 + 62)
  return {
    key: `note ${direction} ${text}`,
    width,
    height,
    round: 0.05,
    draw(pen) {
      pen.fillStyle = '#ffdf9e'
      pen.fillRect(0, 0, width, height)
      pen.fillStyle = '#f2c466'
      pen.fillRect(0, 0, width, 16)
      const rtl = direction === 'rtl'
      for (const [at, line] of lines.entries()) {
        write(
          pen,
          look,
          line,
          rtl ? width - 28 : 28,
          66 + at * 40,
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

function chip(pen: CanvasRenderingContext2D, width: number, height: number, fill: string, line: string): void {
  pen.fillStyle = line
  pen.fillRect(0, 0, width, height)
  pen.beginPath()
  pen.roundRect(2, 2, width - 4, height - 4, height / 2)
  pen.fillStyle = fill
  pen.fill()
}

function write(
  pen: CanvasRenderingContext2D,
  look: Look,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  color: string,
  align: CanvasTextAlign,
  direction: 'ltr' | 'rtl',
): void {
  pen.font = `${weight} ${size}px ${look.font}`
  pen.fillStyle = color
  pen.textAlign = align
  pen.direction = direction
  pen.fillText(text, x, y)
}

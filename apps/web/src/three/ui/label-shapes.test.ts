import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pinLabel } from './label-shapes.ts'
import { type ThemeTokens } from './theme-tokens.ts'

const pageStyles = readFileSync(join(import.meta.dirname, '../../components/pins/pin-marker.module.css'), 'utf8')
/** Each token has its own name as its value, so that a test reads which one was used. */
const tokens = new Proxy({} as ThemeTokens, { get: (_, name) => String(name) })

/** Returns the fill, the ink and the edges that a pin is drawn with in the room. */
function drawnPin(look: 'open' | 'closed' | 'unsure', chosen = false) {
  const drawn: { edge?: string; fill?: string; ink?: string; dashed: boolean; corners: number[]; text: string } = {
    dashed: false,
    corners: [],
    text: '',
  }
  const context = {
    fillStyle: '',
    strokeStyle: '',
    fillRect: () => (drawn.edge = context.fillStyle),
    fill: () => (drawn.fill = context.fillStyle),
    beginPath: () => undefined,
    roundRect: (...[, , , , corners]: [number, number, number, number, number[]]) => (drawn.corners = corners),
    setLineDash: () => (drawn.dashed = true),
    stroke: () => (drawn.edge = context.strokeStyle),
    fillText(text: string) {
      drawn.text = text
      drawn.ink = context.fillStyle
    },
  }
  pinLabel(tokens, { number: 7, look, chosen }).draw(context as unknown as CanvasRenderingContext2D)
  return drawn
}

/** Returns the tokens that the page uses for a look, from its style sheet. */
function pagePin(look: 'open' | 'closed' | 'unsure') {
  const rule = new RegExp(look === 'open' ? String.raw`\.pin \{([^}]*)\}` : `data-look='${look}'\\] \\{([^}]*)\\}`)
  const text = rule.exec(pageStyles)?.[1] ?? ''
  const tokenOf = (property: string) => new RegExp(`(?:^|\\s)${property}: [^;]*var\\(--([a-z-]+)`).exec(text)?.[1]
  return { fill: tokenOf('background'), ink: tokenOf('color'), dashed: text.includes('dashed') }
}

test.each(['open', 'closed', 'unsure'] as const)('a pin that is %s has the colours of the page in the room', (look) => {
  const { fill, ink, dashed } = drawnPin(look)
  expect({ fill, ink, dashed }).toEqual(pagePin(look))
  expect(fill).toBeTruthy()
})

test('a pin has its number and a tip at the lower left, and a chosen one the edge of the page', () => {
  const { corners, text } = drawnPin('open')
  const [topStart = 0, , , tip = 0] = corners
  expect(text).toBe('7')
  expect(tip).toBeLessThan(topStart / 4)
  expect(pinLabel(tokens, { number: 7, look: 'open', chosen: false }).hasTip).toBe(true)
  expect(drawnPin('open', true).edge).toBe('primary')
})

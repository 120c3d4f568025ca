import { expect, test, vi } from 'vitest'
import { type GraphicsSupport } from '../../../lib/device/webgl-support.ts'
import { choosePresentation, requestedMomentMs, requestedPresentation } from './choose-presentation.ts'

const supports = (support: GraphicsSupport) => () => support
const desktop = {
  requested: undefined,
  isNarrow: false,
  prefersReducedMotion: false,
  savesData: false,
  graphicsSupport: supports('fast'),
} as const

test('a wide window with a graphics card shows the scene', () => {
  expect(choosePresentation(desktop)).toBe('scene')
})

test.each([
  ['a narrow window', { isNarrow: true }],
  ['reduced motion', { prefersReducedMotion: true }],
  ['data saver', { savesData: true }],
  ['WebGL in software', { graphicsSupport: supports('slow') }],
  ['no WebGL', { graphicsSupport: supports('none') }],
] as const)('%s shows the stills', (_, circumstance) => {
  expect(choosePresentation({ ...desktop, ...circumstance })).toBe('stills')
})

test('no WebGL context is opened when something else decides', () => {
  const graphicsSupport = vi.fn(supports('fast'))
  choosePresentation({ ...desktop, isNarrow: true, graphicsSupport })
  choosePresentation({ ...desktop, savesData: true, graphicsSupport })
  expect(graphicsSupport).not.toHaveBeenCalled()
})

test('the address can ask for either, but not for a scene without WebGL', () => {
  const worst = {
    isNarrow: true,
    prefersReducedMotion: true,
    savesData: true,
    graphicsSupport: supports('slow'),
  } as const
  expect(choosePresentation({ ...worst, requested: 'scene' })).toBe('scene')
  expect(choosePresentation({ ...worst, requested: 'scene', graphicsSupport: supports('none') })).toBe('stills')
  expect(choosePresentation({ ...desktop, requested: 'stills' })).toBe('stills')
  expect(requestedPresentation('?front-door=scene')).toBe('scene')
  expect(requestedPresentation('?front-door=stills&x=1')).toBe('stills')
  expect(requestedPresentation('?front-door=anything')).toBeUndefined()
  expect(requestedPresentation('')).toBeUndefined()
})

test('the address can stop the story at a moment', () => {
  expect(requestedMomentMs('?front-door-ms=3800')).toBe(3800)
  expect(requestedMomentMs('?front-door-ms=0')).toBe(0)
  expect(requestedMomentMs('?front-door-ms=-1')).toBeUndefined()
  expect(requestedMomentMs('?front-door-ms=soon')).toBeUndefined()
  expect(requestedMomentMs('')).toBeUndefined()
})

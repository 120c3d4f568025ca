import { expect, test } from 'vitest'
import { mayTurn } from './may-turn.ts'
import { type GraphicsSupport } from '../../lib/webgl-support.ts'

const calm = { prefersReducedMotion: false, savesData: false, graphicsSupport: (): GraphicsSupport => 'fast' }
const changes: [Partial<typeof calm>, boolean][] = [
  [{}, true],
  [{ prefersReducedMotion: true }, false],
  [{ savesData: true }, false],
  [{ graphicsSupport: () => 'slow' }, false],
  [{ graphicsSupport: () => 'none' }, false],
]

test.each(changes)('with %j a model turns: %s', (more, turns) => {
  expect(mayTurn({ ...calm, ...more })).toBe(turns)
})

test('no WebGL context is opened for those who asked for less motion', () => {
  let asked = false
  const graphicsSupport = (): GraphicsSupport => {
    asked = true
    return 'fast'
  }
  mayTurn({ ...calm, prefersReducedMotion: true, graphicsSupport })
  expect(asked).toBe(false)
})

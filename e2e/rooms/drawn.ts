import type { Page } from '@playwright/test'

/** What one frame asked of the graphics card, by the calls themselves and for all eyes together. */
export type Drawn = { draws: number; triangles: number }
type Counted = { frame: Drawn; most: Drawn }

/** Before the first page: counts what each frame draws, below everything that could count itself kindly. */
export async function countDraws(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted: Counted = { frame: { draws: 0, triangles: 0 }, most: { draws: 0, triangles: 0 } }
    Object.assign(globalThis, { counted })
    const { prototype } = WebGL2RenderingContext
    // Where each call says how many corners it draws, and how many times.
    const calls = { drawArrays: [2], drawElements: [1], drawArraysInstanced: [2, 3], drawElementsInstanced: [1, 4] }
    for (const [name, [corners = 0, times = -1]] of Object.entries(calls)) {
      const draw: unknown = Reflect.get(prototype, name)
      if (typeof draw !== 'function') throw new Error(`${name} is no call of this browser`)
      Reflect.set(prototype, name, function (this: WebGL2RenderingContext, ...given: number[]) {
        counted.frame.draws += 1
        if (given[0] === this.TRIANGLES) counted.frame.triangles += ((given[corners] ?? 0) / 3) * (given[times] ?? 1)
        return Reflect.apply(draw, this, given)
      })
    }
    const next = () => {
      const { frame, most } = counted
      most.draws = Math.max(most.draws, frame.draws)
      most.triangles = Math.max(most.triangles, frame.triangles)
      Object.assign(frame, { draws: 0, triangles: 0 })
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}

/** The dearest frame since the last question, of all eyes together. */
export function drawnOf(page: Page): Promise<Drawn> {
  return page.evaluate(() => {
    const { counted } = globalThis as unknown as { counted: Counted }
    const { most } = counted
    counted.most = { draws: 0, triangles: 0 }
    return most
  })
}

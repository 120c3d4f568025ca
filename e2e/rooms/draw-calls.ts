import type { Page } from '@playwright/test'

/** Draw calls and triangles of one frame, counted at the WebGL calls, for all eyes together. */
export type FrameCost = { draws: number; triangles: number }
type DrawCounter = { frame: FrameCost; heaviest: FrameCost }

/** Counts the draw calls of each frame at the WebGL prototype. Call it before the first page load. */
export async function countDrawCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted: DrawCounter = { frame: { draws: 0, triangles: 0 }, heaviest: { draws: 0, triangles: 0 } }
    Object.assign(globalThis, { counted })
    const { prototype } = WebGL2RenderingContext
    // Argument positions of the vertex count and the instance count.
    const calls = { drawArrays: [2], drawElements: [1], drawArraysInstanced: [2, 3], drawElementsInstanced: [1, 4] }
    for (const [name, [vertexArgument = 0, instanceArgument = -1]] of Object.entries(calls)) {
      const draw: unknown = Reflect.get(prototype, name)
      if (typeof draw !== 'function') throw new Error(`this browser has no WebGL function ${name}`)
      Reflect.set(prototype, name, function (this: WebGL2RenderingContext, ...args: number[]) {
        counted.frame.draws += 1
        if (args[0] === this.TRIANGLES)
          counted.frame.triangles += ((args[vertexArgument] ?? 0) / 3) * (args[instanceArgument] ?? 1)
        return Reflect.apply(draw, this, args)
      })
    }
    const next = () => {
      const { frame, heaviest } = counted
      heaviest.draws = Math.max(heaviest.draws, frame.draws)
      heaviest.triangles = Math.max(heaviest.triangles, frame.triangles)
      Object.assign(frame, { draws: 0, triangles: 0 })
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}

/** Returns the heaviest frame since the last call, for all eyes together, and resets it. */
export function takeHeaviestFrame(page: Page): Promise<FrameCost> {
  return page.evaluate(() => {
    const { counted } = globalThis as unknown as { counted: DrawCounter }
    const { heaviest } = counted
    counted.heaviest = { draws: 0, triangles: 0 }
    return heaviest
  })
}

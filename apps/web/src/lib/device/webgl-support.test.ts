import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Returns what is detected for a renderer name; `hidden` when the browser reveals only the generic one. */
async function detectWith(renderer: string | undefined, hidden = false) {
  const context = renderer !== undefined && {
    RENDERER: 1,
    getExtension: (name: string) =>
      name === 'WEBGL_debug_renderer_info' && !hidden ? { UNMASKED_RENDERER_WEBGL: 2 } : null,
    getParameter: (which: number) => (which === 2 ? renderer : 'WebKit WebGL'),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue((context || null) as null)
  const { graphicsSupport, hasWebgl } = await import('./webgl-support.ts')
  return { drawing: graphicsSupport(), has: hasWebgl() }
}

test('a software renderer is slow, a graphics card is fast, and no context is none', async () => {
  expect(await detectWith('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)')).toEqual({
    drawing: 'slow',
    has: true,
  })
  vi.resetModules()
  expect(await detectWith('llvmpipe (LLVM 15.0.7, 256 bits)')).toEqual({ drawing: 'slow', has: true })
  vi.resetModules()
  expect(await detectWith('Adreno (TM) 740')).toEqual({ drawing: 'fast', has: true })
  vi.resetModules()
  expect(await detectWith(undefined)).toEqual({ drawing: 'none', has: false })
})

test('a browser that hides its graphics card is assumed to have one', async () => {
  expect(await detectWith('SwiftShader', true)).toEqual({ drawing: 'fast', has: true })
})

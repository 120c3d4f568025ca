import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** What is answered where the browser calls its renderer by this name; `hidden` where it tells only the general one. */
async function askedOf(renderer: string | undefined, hidden = false) {
  const context = renderer !== undefined && {
    RENDERER: 1,
    getExtension: (name: string) =>
      name === 'WEBGL_debug_renderer_info' && !hidden ? { UNMASKED_RENDERER_WEBGL: 2 } : null,
    getParameter: (which: number) => (which === 2 ? renderer : 'WebKit WebGL'),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue((context || null) as null)
  const { drawing, hasWebgl } = await import('./webgl.ts')
  return { drawing: drawing(), has: hasWebgl() }
}

test('a renderer on the processor is slow, a graphics card draws well, and none is none', async () => {
  expect(await askedOf('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)')).toEqual({
    drawing: 'slow',
    has: true,
  })
  vi.resetModules()
  expect(await askedOf('llvmpipe (LLVM 15.0.7, 256 bits)')).toEqual({ drawing: 'slow', has: true })
  vi.resetModules()
  expect(await askedOf('Adreno (TM) 740')).toEqual({ drawing: 'well', has: true })
  vi.resetModules()
  expect(await askedOf(undefined)).toEqual({ drawing: 'none', has: false })
})

test('a browser that hides its graphics card is taken to have one', async () => {
  expect(await askedOf('SwiftShader', true)).toEqual({ drawing: 'well', has: true })
})

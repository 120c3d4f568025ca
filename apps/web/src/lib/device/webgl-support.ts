/** WebGL support of this browser: none, slow without a graphics card, or fast. */
export type GraphicsSupport = 'none' | 'slow' | 'fast'

/** Names of software renderers. */
const softwareRenderers = /swiftshader|llvmpipe|softpipe|software|basic render/i

let cachedSupport: GraphicsSupport | undefined

/** Detects the support once; a browser that hides its graphics card is assumed to have one. */
export function graphicsSupport(): GraphicsSupport {
  if (cachedSupport === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    cachedSupport = context === null ? 'none' : softwareRenderers.test(rendererName(context)) ? 'slow' : 'fast'
    // Contexts are limited; this one is needed no longer.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return cachedSupport
}

/**
 * The detail of the 3D views. `light` is for devices without a graphics card, and for slow ones: no reflections, and in
 * a room fewer pixels, without antialiasing and shadows.
 */
export type RenderQuality = 'full' | 'light'

/** Returns the quality that suits this browser's graphics. */
export function defaultQuality(): RenderQuality {
  return graphicsSupport() === 'fast' ? 'full' : 'light'
}

export function hasWebgl(): boolean {
  return graphicsSupport() !== 'none'
}

function rendererName(context: WebGL2RenderingContext): string {
  const names = context.getExtension('WEBGL_debug_renderer_info')
  return String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER))
}

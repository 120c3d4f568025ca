/** How this browser draws in three dimensions: not at all, without a graphics card, or as it should. */
export type Drawing = 'none' | 'slow' | 'well'

/** Names of renderers that draw on the processor. */
const byProcessor = /swiftshader|llvmpipe|softpipe|software|basic render/i

let answer: Drawing | undefined

/** Asked once; what a browser hides of its graphics card counts as a good one. */
export function drawing(): Drawing {
  if (answer === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    answer = context === null ? 'none' : byProcessor.test(nameOf(context)) ? 'slow' : 'well'
    // Contexts are few; this one was only asked for.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return answer
}

export function hasWebgl(): boolean {
  return drawing() !== 'none'
}

function nameOf(context: WebGL2RenderingContext): string {
  const names = context.getExtension('WEBGL_debug_renderer_info')
  return String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER))
}

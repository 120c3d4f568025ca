import { NeutralToneMapping, PCFShadowMap, WebGLRenderer } from 'three'

/** The renderer of the flat stage. Throws where no drawing context can be had. */
export function makeRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({
    antialias: true,
    alpha: true,
    // Cuts are filled by it.
    stencil: true,
    powerPreference: 'high-performance',
  })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  renderer.toneMapping = NeutralToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  renderer.shadowMap.autoUpdate = false
  renderer.localClippingEnabled = true
  return renderer
}

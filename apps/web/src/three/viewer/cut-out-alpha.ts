import { CustomBlending, GreaterDepth, Mesh, OneFactor, PlaneGeometry, ShaderMaterial, ZeroFactor } from 'three'

/**
 * Makes everything that is solid opaque on a transparent canvas. The edge of a cut-out leaf covers some samples of a
 * pixel but leaves its own opacity there, and the page would shine through in dots. Drawn after all that is solid: at
 * the far end, where something is nearer, as opacity alone.
 */
export class CutOutAlpha {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>

  constructor() {
    const material = new ShaderMaterial({
      depthFunc: GreaterDepth,
      depthWrite: false,
      blending: CustomBlending,
      blendSrc: ZeroFactor,
      blendDst: OneFactor,
      blendSrcAlpha: OneFactor,
      blendDstAlpha: OneFactor,
      vertexShader: 'void main() { gl_Position = vec4( position.xy, 1.0, 1.0 ); }',
      fragmentShader: 'void main() { gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 ); }',
    })
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 1_000
    this.mesh.raycast = () => undefined
  }

  dispose(): void {
    this.mesh.removeFromParent()
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }
}

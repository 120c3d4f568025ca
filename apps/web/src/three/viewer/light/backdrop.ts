import { Color, Mesh, PlaneGeometry, ShaderMaterial } from 'three'

/**
 * The page behind a transparent canvas, as it is seen through glass. Drawn only into the picture that glass refracts,
 * which is white wherever nothing is. The page's own gradient (viewer.module.css), before tone mapping.
 */
export class Backdrop {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>

  constructor() {
    const material = new ShaderMaterial({
      depthTest: false,
      depthWrite: false,
      uniforms: { glow: { value: new Color() }, ground: { value: new Color() } },
      vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4( position.xy, 0.0, 1.0 ); }',
      fragmentShader: `
        uniform vec3 glow;
        uniform vec3 ground;
        varying vec2 at;
        vec3 toLinear( vec3 color ) {
          return mix( pow( ( color + 0.055 ) / 1.055, vec3( 2.4 ) ), color / 12.92, vec3( lessThanEqual( color, vec3( 0.04045 ) ) ) );
        }
        // Inverts the neutral tone mapping for greys, and nearly so for the tints of a ground.
        vec3 beforeToneMapping( vec3 color ) {
          float peak = max( color.r, max( color.g, color.b ) );
          float wanted = min( peak, 0.985 );
          float full = wanted < 0.76 ? wanted : 0.0576 / ( 1.0 - wanted ) + 0.52;
          vec3 scaled = color * full / max( peak, 1e-4 );
          float low = min( scaled.r, min( scaled.g, scaled.b ) );
          return scaled + ( low < 0.04 ? 0.4 * sqrt( low ) - low : 0.04 );
        }
        void main() {
          vec2 from = ( at - vec2( 0.5, 0.8 ) ) / vec2( 1.2, 0.9 );
          vec3 color = mix( glow, ground, clamp( length( from ) / 0.75, 0.0, 1.0 ) );
          gl_FragColor = vec4( beforeToneMapping( toLinear( color ) ), 1.0 );
        }`,
    })
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = -2
    this.mesh.raycast = () => undefined
    this.mesh.onBeforeRender = (renderer) => {
      material.colorWrite = renderer.getRenderTarget() !== null
    }
  }

  /** Takes the colours of the page around an element. */
  readColors(element: HTMLElement): void {
    const style = getComputedStyle(element)
    for (const name of ['glow', 'ground'] as const) {
      const value = style.getPropertyValue(`--viewport-${name}`).trim() || style.getPropertyValue('--surface').trim()
      // As written, since the page blends its gradient in sRGB.
      const { r, g, b } = new Color(value || '#ffffff').convertLinearToSRGB()
      this.mesh.material.uniforms[name] = { value: new Color().setRGB(r, g, b) }
    }
  }

  dispose(): void {
    this.mesh.removeFromParent()
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }
}

import {
  AdditiveBlending,
  BufferGeometry,
  CircleGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  LatheGeometry,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PointLight,
  Vector2,
} from 'three'

const lightColor = '#ffb45c'
const lightCandela = 1.4
const ribCount = 9
const paperHeightMetres = 0.44
/** Height of the paper's centre above the deck, in metres. */
const paperCenter = 0.3

/** A paper lantern on the deck that can be lit: paper, a light on the chair, and its glow on the boards. */
export class PaperLantern {
  readonly group = new Group()
  readonly #paper = new MeshStandardMaterial({ color: '#b3a690', roughness: 0.9 })
  /** The same paper lit from inside, faded in over the other. */
  readonly #litPaper = new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0, toneMapped: false })
  readonly #wood = new MeshStandardMaterial({ color: '#5b3d28', roughness: 0.8 })
  readonly #floorGlow = glowMaterial()
  readonly #halo = glowMaterial()
  readonly #light = new PointLight(lightColor, 0, 5, 1.6)
  readonly #haloMesh: Mesh

  /** Without `lightsOthers` it is drawn lit, but costs no light on other meshes, and has no halo to turn to the camera. */
  constructor(x: number, z: number, { lightsOthers = true } = {}) {
    const geometry = paperGeometry()
    const paper = new Mesh(geometry, this.#paper)
    const litPaper = new Mesh(geometry, this.#litPaper)
    litPaper.scale.setScalar(1.002)
    for (const mesh of [paper, litPaper]) mesh.position.y = paperCenter
    const foot = new Mesh(new CylinderGeometry(0.06, 0.085, 0.07, 24), this.#wood)
    foot.position.y = 0.035
    const top = new Mesh(new CylinderGeometry(0.058, 0.058, 0.025, 24), this.#wood)
    top.position.y = paperCenter + 0.225
    for (const mesh of [paper, foot, top]) mesh.castShadow = true
    const floor = new Mesh(glowDisc(1.5, 0), this.#floorGlow)
    floor.rotation.x = -Math.PI / 2
    floor.position.y = 0.007
    // Without a test of depth there is no edge where the disc meets the deck.
    this.#halo.depthTest = false
    this.#haloMesh = new Mesh(glowDisc(0.75, 0.24), this.#halo)
    this.#haloMesh.position.y = paperCenter
    this.#light.position.set(0, paperCenter, 0)
    this.group.add(paper, litPaper, foot, top, floor)
    if (lightsOthers) this.group.add(this.#haloMesh, this.#light)
    this.group.position.set(x, 0, z)
  }

  /** Sets the light, from 0 to 1, and turns the halo to the camera. */
  setLight(share: number, camera?: { readonly quaternion: Mesh['quaternion'] }): void {
    this.#litPaper.opacity = share
    this.#light.intensity = share * lightCandela
    this.#floorGlow.opacity = share * 0.5
    this.#halo.opacity = share * 0.42
    if (camera) this.#haloMesh.quaternion.copy(camera.quaternion)
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (!(object instanceof Mesh)) return
      object.geometry.dispose()
      // Every mesh of the lantern has one material.
      ;(object.material as Material).dispose()
    })
    this.#light.dispose()
  }
}

/** Returns ribbed paper whose colours are those of its light: warmer towards the ends, darker in the grooves. */
function paperGeometry(): LatheGeometry {
  const steps = ribCount * 6
  const outline = Array.from({ length: steps + 1 }, (_, index) => {
    const share = index / steps
    const radius = 0.05 + 0.12 * Math.sin(Math.PI * share) ** 0.62
    return new Vector2(radius + 0.0022 * Math.sin(share * ribCount * Math.PI) ** 2, (share - 0.5) * paperHeightMetres)
  })
  const geometry = new LatheGeometry(outline, 56)
  const [core, rim] = [new Color('#ffe0a3'), new Color('#f7a33e')]
  const color = new Color()
  const heights = geometry.getAttribute('position')
  const colors = new Float32Array(heights.count * 3)
  for (let index = 0; index < heights.count; index += 1) {
    const share = heights.getY(index) / paperHeightMetres + 0.5
    const groove = 0.86 + 0.14 * Math.sin(share * ribCount * Math.PI) ** 2
    color.lerpColors(core, rim, Math.min(1, Math.abs(share - 0.45) * 1.9) ** 1.4).multiplyScalar(groove)
    color.toArray(colors, index * 3)
  }
  return geometry.setAttribute('color', new Float32BufferAttribute(colors, 3))
}

function glowMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    blending: AdditiveBlending,
    depthWrite: false,
    toneMapped: false,
    opacity: 0,
  })
}

/** Returns a disc whose colour fades to black at its edge, and inside a share of its radius. */
function glowDisc(radius: number, hollowShare: number): BufferGeometry {
  const rings = 14
  const source = new CircleGeometry(1, 40)
  const corners = source.getAttribute('position')
  const color = new Color(lightColor)
  const positions: number[] = []
  const colors: number[] = []
  const indices: number[] = []
  const columns = corners.count - 1
  for (let ring = 0; ring <= rings; ring += 1) {
    const share = ring / rings
    const strength = (1 - share) ** 2.4 * (hollowShare > 0 ? Math.min(1, share / hollowShare) ** 2 : 1)
    for (let index = 1; index <= columns; index += 1) {
      positions.push(corners.getX(index) * radius * share, corners.getY(index) * radius * share, 0)
      colors.push(color.r * strength, color.g * strength, color.b * strength)
    }
  }
  for (let ring = 0; ring < rings; ring += 1) {
    for (let index = 0; index < columns - 1; index += 1) {
      const at = ring * columns + index
      indices.push(at, at + columns, at + 1, at + 1, at + columns, at + columns + 1)
    }
  }
  source.dispose()
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('color', new Float32BufferAttribute(colors, 3))
    .setIndex(indices)
}

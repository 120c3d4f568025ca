import { type Material, type Mesh } from 'three'
import { type GLTFParser } from 'three/addons/loaders/GLTFLoader.js'

/** The looks that an author offers (KHR_materials_variants), each by the materials it gives to meshes. */
export type ModelVariant = { readonly name: string; readonly materials: ReadonlyMap<Mesh, Material> }

const extension = 'KHR_materials_variants'

/** Reads the variants of a loaded model with their materials. */
export async function readVariants(parser: GLTFParser, meshes: readonly Mesh[]): Promise<ModelVariant[]> {
  const names = listOf(parser.json?.extensions?.[extension]?.variants).map(({ name }, index) =>
    typeof name === 'string' && name !== '' ? name : String(index + 1),
  )
  const variants = names.map((name) => ({ name, materials: new Map<Mesh, Material>() }))
  for (const mesh of meshes) {
    for (const { material, variants: indices } of listOf(mesh.userData['gltfExtensions']?.[extension]?.mappings)) {
      if (typeof material !== 'number' || !Array.isArray(indices)) continue
      const look = await materialFor(parser, mesh, material)
      for (const index of indices) variants[Number(index)]?.materials.set(mesh, look)
    }
  }
  return variants
}

/** Returns a material as the loader makes it for this mesh, which depends on the mesh's attributes. */
async function materialFor(parser: GLTFParser, mesh: Mesh, index: number): Promise<Material> {
  const authorMaterial = mesh.material
  mesh.material = (await parser.getDependency('material', index)) as Material
  parser.assignFinalMaterial(mesh)
  const made = mesh.material
  mesh.material = authorMaterial
  return Array.isArray(made) ? (made[0] as Material) : made
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : []
}

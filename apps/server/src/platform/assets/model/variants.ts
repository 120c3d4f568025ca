import { type Document, type Material, type Primitive } from '@gltf-transform/core'
import { type KHRMaterialsVariants, type MappingList } from '@gltf-transform/extensions'
import { maxVariantNameLength } from '@veranda/core/assets/model-facts.ts'
import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'

/** Gives the looks that a model offers (KHR_materials_variants) names that can be shown. */
export function nameVariants(document: Document): void {
  const extension = variantsOf(document)?.setRequired(false)
  for (const [index, variant] of (extension?.listVariants() ?? []).entries())
    variant.setName(sanitizeName(variant.getName()).trim().slice(0, maxVariantNameLength) || String(index + 1))
}

/** Returns the names of the looks that a model offers, in their order. */
export function listVariantNames(document: Document): string[] {
  return (variantsOf(document)?.listVariants() ?? []).map((variant) => variant.getName())
}

/** Returns the materials of a primitive: the default one first, then those of its variants. */
export function listLooks(primitive: Primitive): Material[] {
  const mappings = mappingsOf(primitive)?.listMappings() ?? []
  return [primitive, ...mappings].flatMap((one) => one.getMaterial() ?? [])
}

/**
 * Gives primitives that look alike in every variant a material in common, for as long as they are joined by material:
 * joining knows nothing of variants. Returns the step that gives them their materials back.
 */
export function separateLooks(document: Document): () => void {
  const materials = document.getRoot().listMaterials()
  const placeholders = new Map<string, Material>()
  const looks = new Map<Material | null, { defaultMaterial: Material | null; mappings: MappingList }>()
  for (const primitive of listPrimitives(document)) {
    const mappings = mappingsOf(primitive)
    if (!mappings) continue
    const defaultMaterial = primitive.getMaterial()
    const variantMaterials = mappings.listMappings().map((mapping) => {
      const variants = mapping.listVariants().map((variant) => variant.getName())
      return [materials.findIndex((material) => material === mapping.getMaterial()), variants]
    })
    const key = JSON.stringify([defaultMaterial && materials.indexOf(defaultMaterial), variantMaterials])
    const placeholder = placeholders.get(key) ?? defaultMaterial?.clone() ?? document.createMaterial()
    placeholders.set(key, placeholder)
    looks.set(placeholder, { defaultMaterial, mappings })
    primitive.setMaterial(placeholder)
  }
  return () => {
    for (const primitive of listPrimitives(document)) {
      const look = looks.get(primitive.getMaterial())
      if (look) primitive.setMaterial(look.defaultMaterial).setExtension('KHR_materials_variants', look.mappings)
    }
    for (const placeholder of placeholders.values()) placeholder.dispose()
  }
}

function listPrimitives(document: Document): Primitive[] {
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
}

function mappingsOf(primitive: Primitive): MappingList | null {
  return primitive.getExtension<MappingList>('KHR_materials_variants')
}

function variantsOf(document: Document): KHRMaterialsVariants | undefined {
  const extensions = document.getRoot().listExtensionsUsed()
  // The name tells the class.
  return extensions.find(({ extensionName }) => extensionName === 'KHR_materials_variants') as
    | KHRMaterialsVariants
    | undefined
}

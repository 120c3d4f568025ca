import { type Document } from '@gltf-transform/core'
import { type KHRMaterialsVariants } from '@gltf-transform/extensions'
import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'

const maxNameLength = 120

/** Gives the looks that a model offers (KHR_materials_variants) names that can be shown. */
export function nameVariants(document: Document): void {
  const extension = variantsOf(document)?.setRequired(false)
  for (const [index, variant] of (extension?.listVariants() ?? []).entries())
    variant.setName(sanitizeName(variant.getName()).trim().slice(0, maxNameLength) || String(index + 1))
}

/** Returns the names of the looks that a model offers, in their order. */
export function listVariantNames(document: Document): string[] {
  return (variantsOf(document)?.listVariants() ?? []).map((variant) => variant.getName())
}

/** Leaves a model with its own look alone. */
export function removeVariants(document: Document): void {
  variantsOf(document)?.dispose()
}

function variantsOf(document: Document): KHRMaterialsVariants | undefined {
  const extensions = document.getRoot().listExtensionsUsed()
  // The name tells the class.
  return extensions.find(({ extensionName }) => extensionName === 'KHR_materials_variants') as
    | KHRMaterialsVariants
    | undefined
}

import { type MaterialFacts, type TextureFacts } from '@veranda/core/assets/compare-materials.ts'
import { Color, type Material, MeshBasicMaterial, MeshPhysicalMaterial, MeshStandardMaterial, Texture } from 'three'

/** Reads what can be seen of a material. One that no model has is plain white. */
export function materialFactsOf(material: Material): MaterialFacts {
  const lit = material instanceof MeshStandardMaterial ? material : undefined
  const unlit = material instanceof MeshBasicMaterial ? material : undefined
  return {
    color: hexOf((lit ?? unlit)?.color ?? white),
    colorTexture: textureFactsOf((lit ?? unlit)?.map),
    emissive: hexOf(lit?.emissive ?? black),
    emissiveTexture: textureFactsOf(lit?.emissiveMap),
    // In a file, one texture has both.
    surfaceTexture: textureFactsOf(lit?.roughnessMap),
    normalTexture: textureFactsOf(lit?.normalMap),
    metalness: lit?.metalness ?? 0,
    roughness: lit?.roughness ?? 1,
    // A material that is not transparent may have any opacity.
    opacity: material.transparent ? material.opacity : 1,
    transmission: material instanceof MeshPhysicalMaterial ? material.transmission : 0,
    emissiveStrength: lit?.emissiveIntensity ?? 1,
    isUnlit: unlit !== undefined,
  }
}

const white = new Color(1, 1, 1)
const black = new Color(0, 0, 0)

function hexOf(color: Color): string {
  return `#${color.getHexString()}`
}

/** Reads a texture by the digest that the loader gave it; one without has its size alone. */
function textureFactsOf(texture: Texture | null | undefined): TextureFacts | null {
  if (!(texture instanceof Texture)) return null
  const { width, height }: { width?: number; height?: number } = texture.image ?? {}
  return { width: width ?? 0, height: height ?? 0, digest: String(texture.userData['digest'] ?? '') }
}

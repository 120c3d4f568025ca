import { ALL_EXTENSIONS } from '@gltf-transform/extensions'

/**
 * Supported glTF extensions: kept as they are, or, for compression, instancing and specular-glossiness materials,
 * converted to core glTF. Other extensions are ignored, and a file that requires one is refused.
 */
export const supportedExtensionNames: ReadonlySet<string> = new Set([
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_lights_punctual',
  'KHR_materials_anisotropy',
  'KHR_materials_clearcoat',
  'KHR_materials_dispersion',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_iridescence',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_unlit',
  'KHR_materials_variants',
  'KHR_materials_volume',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
])

/** The same extensions for the glTF reader and writer. */
export const supportedExtensions = ALL_EXTENSIONS.filter(({ EXTENSION_NAME }) =>
  supportedExtensionNames.has(EXTENSION_NAME),
)

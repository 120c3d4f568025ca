import { ALL_EXTENSIONS } from '@gltf-transform/extensions'

/**
 * The glTF extensions that come through to what is shown: by themselves, or, as packings, instances and materials by
 * specular and glossiness, turned into what everybody reads. Of others nothing is read, and a file that requires one
 * cannot be shown as it is meant.
 */
export const known: ReadonlySet<string> = new Set([
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
  'KHR_materials_volume',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
])

/** The same, as they are read and written. */
export const shownExtensions = ALL_EXTENSIONS.filter(({ EXTENSION_NAME }) => known.has(EXTENSION_NAME))

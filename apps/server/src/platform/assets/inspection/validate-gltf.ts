import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { validateBytes } from 'gltf-validator'
import { asObjects, asText } from './untrusted-json.ts'
import { type Glb, writeGlb } from './glb.ts'

/**
 * Issues that exporters cause every day and that neither hide nor break anything, such as normals not quite of length
 * one or bounds off by the last bit. Image issues are here too, because images have their own check.
 */
const toleratedIssueCodes = [
  'ACCESSOR_VECTOR3_NON_UNIT',
  'ACCESSOR_INVALID_SIGN',
  'ACCESSOR_MIN_MISMATCH',
  'ACCESSOR_MAX_MISMATCH',
  'ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND',
  'ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND',
  'ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION',
  'ACCESSOR_NON_CLAMPED',
  'ACCESSOR_WEIGHTS_NON_NORMALIZED',
  'ACCESSOR_INVALID_IBM',
  'ACCESSOR_JOINTS_INDEX_DUPLICATE',
  'ROTATION_NON_UNIT',
  'IO_ERROR',
  'URI_GLB',
  'DATA_URI_GLB',
  'INVALID_EXTENSION_NAME_FORMAT',
  'UNSUPPORTED_EXTENSION',
  'BUFFER_GLB_CHUNK_TOO_BIG',
  'UNUSED_OBJECT',
]

/**
 * Runs the Khronos validator on a GLB without its images: they have their own check, and some broken ones make the
 * validator's image reader throw. Error codes (all invalid): asset.truncated, asset.non-finite-numbers (NaN, infinity),
 * asset.cyclic-or-too-deep, asset.not-gltf, and asset.invalid-gltf with the validator's code and pointer.
 */
export async function validateGltf({ json, binary }: Glb): Promise<Result<null>> {
  const images = asObjects(json['images']).map(({ name }) => ({
    uri: 'picture.png',
    ...(asText(name) ? { name } : {}),
  }))
  const bytes = writeGlb(images.length > 0 ? { ...json, images } : json, binary)
  let report
  try {
    report = await validateBytes(bytes, { maxIssues: 50, ignoredIssues: toleratedIssueCodes, writeTimestamp: false })
  } catch {
    return refuse('asset.not-gltf', 'invalid')
  }
  const worst = report.issues.messages.find(({ severity }) => severity === 0)
  if (!worst) return ok(null)
  const { code, pointer = '' } = worst
  if (/UNEXPECTED_END|TRUNCATED|LENGTH_MISMATCH/.test(code)) return refuse('asset.truncated', 'invalid')
  if (code === 'ACCESSOR_INVALID_FLOAT') return refuse('asset.non-finite-numbers', 'invalid')
  if (code === 'NODE_LOOP' || code === 'NODE_PARENT_OVERRIDE') return refuse('asset.cyclic-or-too-deep', 'invalid')
  return refuse('asset.invalid-gltf', 'invalid', { detail: { problem: code, place: pointer.slice(0, 120) } })
}

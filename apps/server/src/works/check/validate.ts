import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { validateBytes } from 'gltf-validator'
import { listOf, textOf } from './loose-json.ts'
import { type Glb, writeGlb } from './read-glb.ts'

/**
 * Slips that exporters make every day and that neither hide nor break anything: normals not quite of length one, bounds
 * that do not fit to the last bit. Pictures are checked by ourselves.
 */
const forgiven = [
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
 * Asks the Khronos validator about a GLB, but not about its pictures: those are checked by ourselves, and its own reader
 * of pictures throws past everybody over some broken ones. Refuses work.truncated, work.broken-numbers (NaN, infinity),
 * work.tangled and work.not-valid with the validator's own code and place (all invalid).
 */
export async function validate({ json, binary }: Glb): Promise<Result<null>> {
  const images = listOf(json['images']).map(({ name }) => ({ uri: 'picture.png', ...(textOf(name) ? { name } : {}) }))
  const bytes = writeGlb(images.length > 0 ? { ...json, images } : json, binary)
  let report
  try {
    report = await validateBytes(bytes, { maxIssues: 50, ignoredIssues: forgiven, writeTimestamp: false })
  } catch {
    return refuse('work.not-gltf', 'invalid')
  }
  const worst = report.issues.messages.find(({ severity }) => severity === 0)
  if (!worst) return ok(null)
  const { code, pointer = '' } = worst
  if (/UNEXPECTED_END|TRUNCATED|LENGTH_MISMATCH/.test(code)) return refuse('work.truncated', 'invalid')
  if (code === 'ACCESSOR_INVALID_FLOAT') return refuse('work.broken-numbers', 'invalid')
  if (code === 'NODE_LOOP' || code === 'NODE_PARENT_OVERRIDE') return refuse('work.tangled', 'invalid')
  return refuse('work.not-valid', 'invalid', { detail: { problem: code, place: pointer.slice(0, 120) } })
}

import { type AcceptanceLimits } from '@veranda/contract/works/schemas.ts'
import { type LimitsDraft } from '@veranda/core/works/limits.ts'

const mebibyte = 1_048_576

/** Acceptance limits as they are being typed; what is left empty is free. Sides are millimetres, the weight megabytes. */
export type LimitsForm = {
  maxTriangles: string
  maxTextureEdge: string
  maxTextures: string
  megabytes: string
  format: string
  frameRate: string
  x: string
  y: string
  z: string
  tolerance: string
}

export const noLimits: LimitsForm = {
  maxTriangles: '',
  maxTextureEdge: '',
  maxTextures: '',
  megabytes: '',
  format: '',
  frameRate: '',
  x: '',
  y: '',
  z: '',
  tolerance: '5',
}

/** A form that holds these limits. */
export function limitsFormOf(limits: AcceptanceLimits | null | undefined): LimitsForm {
  if (!limits) return noLimits
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    maxTriangles: text(limits.maxTriangles),
    maxTextureEdge: text(limits.maxTextureEdge),
    maxTextures: text(limits.maxTextures),
    megabytes: text(limits.maxBytes === null ? null : limits.maxBytes / mebibyte),
    format: limits.format ?? '',
    frameRate: limits.frameRate ?? '',
    x: text(limits.size?.x ?? null),
    y: text(limits.size?.y ?? null),
    z: text(limits.size?.z ?? null),
    tolerance: text(limits.size?.tolerance ?? null) || noLimits.tolerance,
  }
}

/** What was typed, for the core to check; null when nothing is limited. What is no number becomes one that is refused. */
export function limitsDraftOf(form: LimitsForm): LimitsDraft | null {
  const sides = { x: numberOf(form.x), y: numberOf(form.y), z: numberOf(form.z) }
  const sized = sides.x !== null || sides.y !== null || sides.z !== null
  const megabytes = numberOf(form.megabytes)
  const draft: LimitsDraft = {
    maxTriangles: numberOf(form.maxTriangles),
    maxTextureEdge: numberOf(form.maxTextureEdge),
    maxTextures: numberOf(form.maxTextures),
    maxBytes: megabytes === null ? null : Math.round(megabytes * mebibyte),
    format: form.format || null,
    frameRate: form.frameRate || null,
    size: sized ? { ...sides, tolerance: numberOf(form.tolerance) ?? 0 } : null,
  }
  return Object.values(draft).every((value) => value === null) ? null : draft
}

/** Digits as people write them, with marks between the thousands; -1 for what is no number. */
function numberOf(typed: string): number | null {
  const digits = typed.replace(/[\s.,'’٬٫_]/g, '').replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
  if (digits === '') return null
  return /^\d{1,12}$/.test(digits) ? Number(digits) : -1
}

import { type AcceptanceLimits } from '@veranda/contract/assets/schemas.ts'
import { type LimitsDraft } from '@veranda/core/assets/acceptance-limits.ts'
import { bytesPerMebibyte } from '@veranda/core/assets/upload-rules.ts'
import { decimalSeparatorOf, toAsciiDigits, parseDigits } from '../../../components/money/amount-text.ts'

/** Form state of acceptance limits; empty means no limit. Sides are in millimetres, sizes in megabytes. */
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

/** Returns the form state of these limits, exact and in the notation of the language. */
export function toLimitsForm(limits: AcceptanceLimits | null | undefined, language: string): LimitsForm {
  if (!limits) return noLimits
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    maxTriangles: text(limits.maxTriangles),
    maxTextureEdge: text(limits.maxTextureEdge),
    maxTextures: text(limits.maxTextures),
    megabytes: limits.maxBytes === null ? '' : megabytesText(limits.maxBytes, language),
    format: limits.format ?? '',
    frameRate: limits.frameRate ?? '',
    x: text(limits.size?.x ?? null),
    y: text(limits.size?.y ?? null),
    z: text(limits.size?.z ?? null),
    tolerance: text(limits.size?.tolerance ?? null) || noLimits.tolerance,
  }
}

/** Error of a typed number before the core checks it: unreadable, or a fraction where a whole number is required. */
export type NumberError = 'limits.unreadable' | 'limits.not-whole'

/** Number fields by their name on the wire, with the way each is parsed. */
const numberFields = {
  maxTriangles: { of: 'maxTriangles', kind: 'count' },
  maxTextureEdge: { of: 'maxTextureEdge', kind: 'count' },
  maxTextures: { of: 'maxTextures', kind: 'count' },
  maxBytes: { of: 'megabytes', kind: 'decimal' },
  'size.x': { of: 'x', kind: 'whole' },
  'size.y': { of: 'y', kind: 'whole' },
  'size.z': { of: 'z', kind: 'whole' },
  'size.tolerance': { of: 'tolerance', kind: 'whole' },
} as const satisfies Record<string, { of: keyof LimitsForm; kind: NumberKind }>

/**
 * Parses the form into a draft for the core; null when nothing is limited. Unreadable numbers become -1, which the core
 * refuses.
 */
export function toLimitsDraft(form: LimitsForm, language: string): LimitsDraft | null {
  const valueOf = (name: keyof typeof numberFields) => {
    const { of, kind } = numberFields[name]
    const read = parseNumber(form[of], kind, language)
    return typeof read === 'string' ? -1 : read
  }
  const sides = { x: valueOf('size.x'), y: valueOf('size.y'), z: valueOf('size.z') }
  const hasSize = sides.x !== null || sides.y !== null || sides.z !== null
  const megabytes = valueOf('maxBytes')
  const draft: LimitsDraft = {
    maxTriangles: valueOf('maxTriangles'),
    maxTextureEdge: valueOf('maxTextureEdge'),
    maxTextures: valueOf('maxTextures'),
    maxBytes: megabytes === null ? null : Math.round(megabytes * bytesPerMebibyte),
    format: form.format || null,
    frameRate: form.frameRate || null,
    size: hasSize ? { ...sides, tolerance: valueOf('size.tolerance') ?? 0 } : null,
  }
  return Object.values(draft).every((value) => value === null) ? null : draft
}

/** Returns the numbers that cannot be parsed, by the name of the limit. */
export function findNumberErrors(form: LimitsForm, language: string): [name: string, fault: NumberError][] {
  const hasSize = form.x.trim() !== '' || form.y.trim() !== '' || form.z.trim() !== ''
  return Object.entries(numberFields).flatMap(([name, { of, kind }]) => {
    const read = of === 'tolerance' && !hasSize ? null : parseNumber(form[of], kind, language)
    return typeof read === 'string' ? [[name, read]] : []
  })
}

/**
 * In a `count`, a separator before three digits is always a group; in a `whole` measure, separators follow the
 * language.
 */
type NumberKind = 'count' | 'whole' | 'decimal'

/**
 * Parses a number; spaces and apostrophes are allowed only between groups of three digits. Returns null for empty text.
 */
function parseNumber(typed: string, kind: NumberKind, language: string): number | NumberError | null {
  const text = typed.trim()
  if (text === '') return null
  if (/[\s'’_]/.test(text) && !/^\p{Nd}{1,3}([\s'’_]\p{Nd}{3})+([.,٫]\p{Nd}+)?$/u.test(text)) return 'limits.unreadable'
  if (kind === 'count' && /^\d{1,3}(([.]\d{3})+|([,]\d{3})+)$/.test(toAsciiDigits(text))) {
    return Number(toAsciiDigits(text).replace(/[.,]/g, ''))
  }
  const read = parseDigits(text, language)
  if (!read || read.whole.length > 12) return 'limits.unreadable'
  if (kind !== 'decimal' && read.fraction !== '') return 'limits.not-whole'
  return Number(`${read.whole}.${read.fraction}`)
}

/**
 * Formats bytes as megabytes with all digits, so that parsing yields the same bytes: a mebibyte is 2^20 bytes, hence
 * twenty decimals.
 */
function megabytesText(bytes: number, language: string): string {
  const text = (bytes / bytesPerMebibyte).toFixed(20).replace(/\.?0+$/, '')
  return text.replace('.', decimalSeparatorOf(language))
}

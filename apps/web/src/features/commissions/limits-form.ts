import { type AcceptanceLimits } from '@veranda/contract/works/schemas.ts'
import { type LimitsDraft } from '@veranda/core/works/limits.ts'
import { decimalMarkOf, inAscii, readFigures } from '../../parts/amount-text.ts'

export const mebibyte = 1_048_576

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

/** A form that holds these limits, exactly, in the marks of the language. */
export function limitsFormOf(limits: AcceptanceLimits | null | undefined, language: string): LimitsForm {
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

/** What is wrong with a figure, before the core is asked: no number at all, or a fraction where only whole ones count. */
export type FigureFault = 'limits.unreadable' | 'limits.not-whole'

/** The typed figures by the name of the limit as the server names it, and how each is read. */
const figures = {
  maxTriangles: { of: 'maxTriangles', kind: 'count' },
  maxTextureEdge: { of: 'maxTextureEdge', kind: 'count' },
  maxTextures: { of: 'maxTextures', kind: 'count' },
  maxBytes: { of: 'megabytes', kind: 'decimal' },
  'size.x': { of: 'x', kind: 'whole' },
  'size.y': { of: 'y', kind: 'whole' },
  'size.z': { of: 'z', kind: 'whole' },
  'size.tolerance': { of: 'tolerance', kind: 'whole' },
} as const satisfies Record<string, { of: keyof LimitsForm; kind: Kind }>

/** What was typed, for the core to check; null when nothing is limited. What is no number becomes one that is refused. */
export function limitsDraftOf(form: LimitsForm, language: string): LimitsDraft | null {
  const valueOf = (name: keyof typeof figures) => {
    const { of, kind } = figures[name]
    const read = readFigure(form[of], kind, language)
    return typeof read === 'string' ? -1 : read
  }
  const sides = { x: valueOf('size.x'), y: valueOf('size.y'), z: valueOf('size.z') }
  const sized = sides.x !== null || sides.y !== null || sides.z !== null
  const megabytes = valueOf('maxBytes')
  const draft: LimitsDraft = {
    maxTriangles: valueOf('maxTriangles'),
    maxTextureEdge: valueOf('maxTextureEdge'),
    maxTextures: valueOf('maxTextures'),
    maxBytes: megabytes === null ? null : Math.round(megabytes * mebibyte),
    format: form.format || null,
    frameRate: form.frameRate || null,
    size: sized ? { ...sides, tolerance: valueOf('size.tolerance') ?? 0 } : null,
  }
  return Object.values(draft).every((value) => value === null) ? null : draft
}

/** The figures that cannot be taken as they were typed, by the name of the limit. */
export function figureFaults(form: LimitsForm, language: string): [name: string, fault: FigureFault][] {
  const sized = form.x.trim() !== '' || form.y.trim() !== '' || form.z.trim() !== ''
  return Object.entries(figures).flatMap(([name, { of, kind }]) => {
    const read = of === 'tolerance' && !sized ? null : readFigure(form[of], kind, language)
    return typeof read === 'string' ? [[name, read]] : []
  })
}

/** Of a `count` a mark before three digits always groups; a `whole` one is a measure, and its marks are of the language. */
type Kind = 'count' | 'whole' | 'decimal'

/** Digits as people write them; spaces and apostrophes only between groups of three. Null for nothing. */
function readFigure(typed: string, kind: Kind, language: string): number | FigureFault | null {
  const text = typed.trim()
  if (text === '') return null
  if (/[\s'’_]/.test(text) && !/^\p{Nd}{1,3}([\s'’_]\p{Nd}{3})+([.,٫]\p{Nd}+)?$/u.test(text)) return 'limits.unreadable'
  if (kind === 'count' && /^\d{1,3}(([.]\d{3})+|([,]\d{3})+)$/.test(inAscii(text))) {
    return Number(inAscii(text).replace(/[.,]/g, ''))
  }
  const read = readFigures(text, language)
  if (!read || read.whole.length > 12) return 'limits.unreadable'
  if (kind !== 'decimal' && read.fraction !== '') return 'limits.not-whole'
  return Number(`${read.whole}.${read.fraction}`)
}

/** All of its digits, so that it is the same number of bytes again: a mebibyte has twenty binary places, and so twenty decimals. */
function megabytesText(bytes: number, language: string): string {
  const text = (bytes / mebibyte).toFixed(20).replace(/\.?0+$/, '')
  return text.replace('.', decimalMarkOf(language))
}

import { type $ZodType, type $ZodIssue, safeParse } from 'zod/v4/core'

export type FieldError = { field: string; message: string }
/** `code` is that of the problem: of the first error. */
export type ParseResult = { ok: true; value: unknown } | { ok: false; code: string; errors: FieldError[] }

/**
 * Parses one part of a request, or a socket payload, by the contract's schema. The first invalid field becomes the
 * field of the refusal. A text with U+0000 or an unpaired surrogate is invalid too, because Postgres cannot store it.
 */
export function parseInput(schema: $ZodType | undefined, input: unknown): ParseResult {
  if (!schema) return { ok: true, value: undefined }
  const result = safeParse(schema, input)
  if (!result.success) {
    const { issues } = result.error
    return refused(codeOf(issues[0]), issues.flatMap(toFieldErrors))
  }
  const errors = findUnstorableText(result.data)
  return errors.length > 0 ? refused('request.invalid', errors) : { ok: true, value: result.data }
}

/** No form has more fields or longer names; the limits keep the reply to a hostile body short. */
const maxFieldErrors = 50
const maxFieldNameLength = 200

function refused(code: string, errors: readonly FieldError[]): ParseResult {
  const shown = errors.slice(0, maxFieldErrors)
  return {
    ok: false,
    code,
    errors: shown.map(({ field, message }) => ({ field: field.slice(0, maxFieldNameLength) || 'body', message })),
  }
}

/** No valid input is nested more deeply; the limit bounds the recursion. */
const maxNestingDepth = 40

/** Returns the fields whose text cannot be stored. */
function findUnstorableText(value: unknown, path: readonly string[] = []): FieldError[] {
  const field = path.join('.') || 'body'
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return []
    return [{ field, message: 'contains a character that cannot be stored' }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (path.length > maxNestingDepth) return [{ field, message: 'nested too deep' }]
  return Object.entries(value).flatMap(([name, entry]) => [
    ...findUnstorableText(name, path),
    ...findUnstorableText(entry, [...path, name]),
  ])
}

/** Accepts no body, an empty object, or an empty JSON body for a route without a body. */
export function parseEmptyBody(input: unknown): ParseResult {
  if (input === undefined || input === null) return { ok: true, value: undefined }
  const fields = typeof input === 'object' && !Array.isArray(input) ? Object.keys(input) : ['body']
  if (fields.length === 0) return { ok: true, value: undefined }
  return refused(
    'request.invalid',
    fields.map((field) => ({ field, message: 'unknown field' })),
  )
}

/** Returns the code that the contract gives to a check of its own, otherwise `request.invalid`. */
function codeOf(issue: $ZodIssue | undefined): string {
  const code: unknown = issue?.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' ? code : 'request.invalid'
}

function toFieldErrors(issue: $ZodIssue): FieldError[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'unknown field' }))
  }
  return [{ field: path.join('.') || 'body', message: issue.message || issue.code }]
}

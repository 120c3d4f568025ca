import { type $ZodType, type $ZodIssue, safeParse } from 'zod/v4/core'

export type FieldError = { field: string; message: string }
export type Parse = { ok: true; value: unknown } | { ok: false; errors: FieldError[] }

/**
 * Parses one part of a call, or what a socket sent, by the contract's schema; the first field at fault names the
 * refusal's field. A text with U+0000 or half a surrogate pair cannot be stored by Postgres, so it is at fault too.
 */
export function parsePart(schema: $ZodType | undefined, input: unknown): Parse {
  if (!schema) return { ok: true, value: undefined }
  const result = safeParse(schema, input)
  if (!result.success) return { ok: false, errors: result.error.issues.flatMap(toErrors) }
  const errors = unstorable(result.data)
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: result.data }
}

/** Nothing that anybody sends is deeper; beyond it the walk itself would be the fault. */
const deepest = 40

/** The fields whose text cannot be stored. */
function unstorable(value: unknown, path: readonly string[] = []): FieldError[] {
  const field = path.join('.') || 'body'
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return []
    return [{ field, message: 'contains a character that cannot be stored' }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (path.length > deepest) return [{ field, message: 'nested too deep' }]
  return Object.entries(value).flatMap(([name, one]) => [
    ...unstorable(name, path),
    ...unstorable(one, [...path, name]),
  ])
}

/** A route without a body takes none, an empty object, or an empty body typed as JSON. */
export function parseNoBody(input: unknown): Parse {
  if (input === undefined || input === null) return { ok: true, value: undefined }
  const fields = typeof input === 'object' && !Array.isArray(input) ? Object.keys(input) : ['body']
  if (fields.length === 0) return { ok: true, value: undefined }
  return { ok: false, errors: fields.map((field) => ({ field, message: 'unknown field' })) }
}

function toErrors(issue: $ZodIssue): FieldError[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'unknown field' }))
  }
  return [{ field: path.join('.') || 'body', message: issue.message || issue.code }]
}

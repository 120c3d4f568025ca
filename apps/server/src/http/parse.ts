import { type $ZodType, type $ZodIssue, safeParse } from 'zod/v4/core'

export type FieldError = { field: string; message: string }
export type Parse = { ok: true; value: unknown } | { ok: false; errors: FieldError[] }

/** Parses one part of a call by the contract's schema; the first field at fault names the refusal's field. */
export function parsePart(schema: $ZodType | undefined, input: unknown): Parse {
  if (!schema) return { ok: true, value: undefined }
  const result = safeParse(schema, input)
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, errors: result.error.issues.flatMap(toErrors) }
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

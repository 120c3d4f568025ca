import { serializerCompiler as byZod } from 'fastify-type-provider-zod'
import { type $ZodType, type $ZodTypes, safeEncode } from 'zod/v4/core'

/** Encodes a value by its schema. Throws `schemaMismatch` when the value does not match or needs zod. */
type Encode = (value: unknown) => unknown

/** Created once, because it is always caught below. */
const schemaMismatch = new Error('reply does not match its schema')

/**
 * Returns a function that serialises a reply to JSON by its schema; fields that the schema does not name are dropped.
 * The schema is compiled to plain functions once, which takes a third of the time of zod. What they cannot decide, and
 * what does not match, goes to zod, which encodes it or throws with its reasons.
 */
export function serializerCompiler(route: Parameters<typeof byZod>[0]): (value: unknown) => string {
  const encodeWithZod = byZod(route)
  // Routes are registered with zod schemas only.
  const shape = encoderFor(route.schema as unknown as $ZodType)
  return (value) => {
    let encoded: unknown
    try {
      encoded = shape(value)
    } catch (error) {
      if (error !== schemaMismatch) throw error
      return encodeWithZod(value)
    }
    return JSON.stringify(encoded)
  }
}

/** Returns the encoder of a schema. Arrays, objects and plain values are handled here, everything else by zod. */
export function encoderFor(schema: $ZodType): Encode {
  // Every zod schema is one of these.
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectEncoder(def, schema)
    case 'array':
      return def.checks?.length ? zodEncoder(schema) : arrayEncoder(encoderFor(def.element))
    case 'nullable': {
      const inner = encoderFor(def.innerType)
      return (value) => (value === null ? null : inner(value))
    }
    case 'optional': {
      const inner = encoderFor(def.innerType)
      return (value) => (value === undefined ? undefined : inner(value))
    }
    case 'record':
      return recordEncoder(def, schema)
    case 'union':
      return unionEncoder(def, schema)
    case 'enum': {
      const allowed = new Set<unknown>(Object.values(def.entries))
      return (value) => (allowed.has(value) ? value : rejectValue())
    }
    case 'literal': {
      const allowed = new Set<unknown>(def.values)
      return (value) => (allowed.has(value) ? value : rejectValue())
    }
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : rejectValue())
    case 'string':
      return stringEncoder(def, schema)
    case 'number':
      return numberEncoder(def, schema)
    default:
      return zodEncoder(schema)
  }
}

function rejectValue(): never {
  throw schemaMismatch
}

/** Returns an encoder that uses zod. */
function zodEncoder(schema: $ZodType): Encode {
  return (value) => {
    const result = safeEncode(schema, value)
    return result.success ? result.data : rejectValue()
  }
}

type SchemaDef<T extends $ZodTypes['_zod']['def']['type']> = Extract<$ZodTypes['_zod']['def'], { type: T }>

function objectEncoder({ shape, catchall, checks }: SchemaDef<'object'>, schema: $ZodType): Encode {
  const open = catchall?._zod.def.type === 'unknown'
  if (checks?.length || (catchall && !open)) return zodEncoder(schema)
  const fields = Object.entries(shape).map(([name, field]) => ({ name, shape: encoderFor(field) }))
  if (open) return openObjectEncoder(fields)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return rejectValue()
    // An object that is not an array; its fields are checked one by one.
    const given = value as Record<string, unknown>
    const out: Record<string, unknown> = {}
    for (const { name, shape: encodeValue } of fields) {
      const field = encodeValue(given[name])
      if (field !== undefined) out[name] = field
    }
    return out
  }
}

/** Encodes an object that may have more fields than it names. Most have few of many that are optional. */
function openObjectEncoder(fields: readonly { name: string; shape: Encode }[]): Encode {
  const optional = new Map(fields.filter(mayBeMissing).map(({ name, shape }) => [name, shape]))
  const required = fields.filter((field) => !mayBeMissing(field))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return rejectValue()
    const out: Record<string, unknown> = { ...value }
    for (const name in out) {
      const encodeValue = optional.get(name)
      if (encodeValue) out[name] = encodeValue(out[name])
    }
    for (const { name, shape: encodeValue } of required) out[name] = encodeValue(out[name])
    return out
  }
}

function mayBeMissing({ shape: encodeValue }: { shape: Encode }): boolean {
  try {
    return encodeValue(undefined) === undefined
  } catch (error) {
    if (error !== schemaMismatch) throw error
    return false
  }
}

/** Encodes a value by the option that its discriminator names; a union without one is left to zod. */
function unionEncoder(def: SchemaDef<'union'>, schema: $ZodType): Encode {
  if (!('discriminator' in def) || typeof def.discriminator !== 'string') return zodEncoder(schema)
  const { discriminator } = def
  const optionOf = new Map<unknown, Encode>()
  for (const option of def.options) {
    const values = valuesOf(option, discriminator)
    if (!values) return zodEncoder(schema)
    const encodeOption = encoderFor(option)
    for (const value of values) optionOf.set(value, encodeOption)
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || !(discriminator in value)) return rejectValue()
    // Checked in the line above.
    const encodeOption = optionOf.get((value as Record<string, unknown>)[discriminator])
    return encodeOption ? encodeOption(value) : rejectValue()
  }
}

/** Returns what a field of an object can be; undefined if it is neither a literal nor an enum. */
function valuesOf(option: $ZodType, field: string): readonly unknown[] | undefined {
  // Every zod schema is one of these.
  const { def } = (option as $ZodTypes)._zod
  if (def.type !== 'object') return undefined
  const fieldDef = (def.shape[field] as $ZodTypes | undefined)?._zod.def
  if (fieldDef?.type === 'literal') return fieldDef.values
  return fieldDef?.type === 'enum' ? Object.values(fieldDef.entries) : undefined
}

function arrayEncoder(encodeValue: Encode): Encode {
  return (value) => (Array.isArray(value) ? value.map((item) => encodeValue(item)) : rejectValue())
}

function recordEncoder({ keyType, valueType, checks }: SchemaDef<'record'>, schema: $ZodType): Encode {
  const key = keyType._zod.def
  if (checks?.length || key.type !== 'string' || key.checks?.length || 'format' in key) return zodEncoder(schema)
  const encodeValue = encoderFor(valueType)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return rejectValue()
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encodeValue(field)]))
  }
}

/** The string formats that their pattern describes completely. */
const patternFormats = new Set<unknown>(['uuid', 'datetime', 'regex'])

function stringEncoder(def: SchemaDef<'string'>, schema: $ZodType): Encode {
  const rules = [def, ...(def.checks ?? []).map((check) => check._zod.def)].filter(
    (rule) => 'check' in rule || 'format' in rule,
  )
  const patterns: RegExp[] = []
  for (const rule of rules) {
    const isPatternOnly =
      'format' in rule && patternFormats.has(rule.format) && 'pattern' in rule && rule.pattern instanceof RegExp
    if (!isPatternOnly) return zodEncoder(schema)
    // Checked in the line above.
    patterns.push(rule.pattern as RegExp)
  }
  if (patterns.some(({ flags }) => /[gy]/.test(flags))) return zodEncoder(schema)
  const [pattern] = patterns
  if (!pattern) return (value) => (typeof value === 'string' ? value : rejectValue())
  if (patterns.length > 1) return zodEncoder(schema)
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : rejectValue())
}

function numberEncoder(def: SchemaDef<'number'>, schema: $ZodType): Encode {
  if (def.checks?.length) return zodEncoder(schema)
  if (!('format' in def)) return (value) => (Number.isFinite(value) ? value : rejectValue())
  return def.format === 'safeint'
    ? (value) => (Number.isSafeInteger(value) ? value : rejectValue())
    : zodEncoder(schema)
}

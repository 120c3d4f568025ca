import { serializerCompiler as byZod } from 'fastify-type-provider-zod'
import { type $ZodType, type $ZodTypes, safeEncode } from 'zod/v4/core'

/** Makes of a value what its schema lets out; throws `unfit` when it does not fit, or may not. */
type Shape = (value: unknown) => unknown

/** Made once: it is caught below and never seen. */
const unfit = new Error('an answer does not fit its schema as it is')

/**
 * Turns an answer into JSON by its schema, and by nothing else: a field that the schema does not name stays inside. The
 * schema is made into plain functions once, which costs a third of asking zod at every call. What these cannot judge,
 * and what does not fit, zod judges: it encodes it, or refuses it with its reasons.
 */
export function serializerCompiler(route: Parameters<typeof byZod>[0]): (value: unknown) => string {
  const slowly = byZod(route)
  // Routes are bound with zod schemas only.
  const shape = shapeOf(route.schema as unknown as $ZodType)
  return (value) => {
    let shaped: unknown
    try {
      shaped = shape(value)
    } catch (error) {
      if (error !== unfit) throw error
      return slowly(value)
    }
    return JSON.stringify(shaped)
  }
}

/** The function of a schema. Lists, objects and plain values are known here, anything with a twist goes to zod. */
export function shapeOf(schema: $ZodType): Shape {
  // Every schema of zod is one of these.
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectShape(def, schema)
    case 'array':
      return def.checks?.length ? encoded(schema) : listShape(shapeOf(def.element))
    case 'nullable': {
      const inner = shapeOf(def.innerType)
      return (value) => (value === null ? null : inner(value))
    }
    case 'optional': {
      const inner = shapeOf(def.innerType)
      return (value) => (value === undefined ? undefined : inner(value))
    }
    case 'record':
      return recordShape(def, schema)
    case 'enum': {
      const known = new Set<unknown>(Object.values(def.entries))
      return (value) => (known.has(value) ? value : fail())
    }
    case 'literal': {
      const known = new Set<unknown>(def.values)
      return (value) => (known.has(value) ? value : fail())
    }
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : fail())
    case 'string':
      return stringShape(def, schema)
    case 'number':
      return numberShape(def, schema)
    default:
      return encoded(schema)
  }
}

function fail(): never {
  throw unfit
}

/** As zod does it. */
function encoded(schema: $ZodType): Shape {
  return (value) => {
    const result = safeEncode(schema, value)
    return result.success ? result.data : fail()
  }
}

type Def<T extends $ZodTypes['_zod']['def']['type']> = Extract<$ZodTypes['_zod']['def'], { type: T }>

function objectShape({ shape, catchall, checks }: Def<'object'>, schema: $ZodType): Shape {
  const open = catchall?._zod.def.type === 'unknown'
  if (checks?.length || (catchall && !open)) return encoded(schema)
  const fields = Object.entries(shape).map(([name, field]) => ({ name, shape: shapeOf(field) }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail()
    // An object that is no list; its fields are looked at one by one.
    const given = value as Record<string, unknown>
    const out: Record<string, unknown> = open ? { ...given } : {}
    for (const { name, shape: of } of fields) {
      const one = of(given[name])
      if (one !== undefined) out[name] = one
    }
    return out
  }
}

function listShape(of: Shape): Shape {
  return (value) => (Array.isArray(value) ? value.map((item) => of(item)) : fail())
}

function recordShape({ keyType, valueType, checks }: Def<'record'>, schema: $ZodType): Shape {
  const key = keyType._zod.def
  if (checks?.length || key.type !== 'string' || key.checks?.length || 'format' in key) return encoded(schema)
  const of = shapeOf(valueType)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail()
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one)]))
  }
}

/** The formats of text that are wholly said by their pattern. */
const formats = new Set<unknown>(['uuid', 'datetime', 'regex'])

function stringShape(def: Def<'string'>, schema: $ZodType): Shape {
  const rules = [def, ...(def.checks ?? []).map((check) => check._zod.def)].filter(
    (rule) => 'check' in rule || 'format' in rule,
  )
  const patterns: RegExp[] = []
  for (const rule of rules) {
    const plain = 'format' in rule && formats.has(rule.format) && 'pattern' in rule && rule.pattern instanceof RegExp
    if (!plain) return encoded(schema)
    // Looked at in the line above.
    patterns.push(rule.pattern as RegExp)
  }
  if (patterns.some(({ flags }) => /[gy]/.test(flags))) return encoded(schema)
  const [pattern] = patterns
  if (!pattern) return (value) => (typeof value === 'string' ? value : fail())
  if (patterns.length > 1) return encoded(schema)
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : fail())
}

function numberShape(def: Def<'number'>, schema: $ZodType): Shape {
  if (def.checks?.length) return encoded(schema)
  if (!('format' in def)) return (value) => (Number.isFinite(value) ? value : fail())
  return def.format === 'safeint' ? (value) => (Number.isSafeInteger(value) ? value : fail()) : encoded(schema)
}

import { toJSONSchema, type $ZodType } from 'zod/v4/core'

type JsonSchema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly format?: string
  readonly pattern?: string
}

const email = 'clara@veranda.example'
const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'

/** Texts of which one matches each pattern that the contract uses. */
const patternSamples = [
  'shell-0a1b2c3d.js:1:1',
  '1.0.0',
  '0a1b2c3d',
  '/search',
  'a'.repeat(64),
  'EUR',
  'x'.repeat(32),
  '09:00',
  '2030-01',
  '2030-01-01',
  '123456',
  '12',
  'UTC',
  'abc',
  '1',
  'placement',
  'ABCDEF',
  'x'.repeat(43),
  'abcde-23456',
  '/projects',
  'https://fcm.googleapis.com/fcm/send/1',
  'x'.repeat(87),
  'x'.repeat(22),
]

/** By schema, because tests make thousands of inputs of the same one. */
const jsonSchemas = new WeakMap<$ZodType, JsonSchema>()

/** Picks one of several alternatives or values. */
type Pick = <T>(values: readonly T[]) => T | undefined
const pickFirst: Pick = (values) => values[0]

/**
 * Returns an input that the schema accepts, with every optional field; of alternatives and listed values `pick` chooses,
 * else the first counts. Throws if a pattern has no sample.
 */
export function sampleInput(schema: $ZodType, pick: Pick = pickFirst): unknown {
  // The library's own type is wider than the parts read here.
  const json = jsonSchemas.get(schema) ?? (toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  jsonSchemas.set(schema, json)
  return sampleOf(json, pick)
}

function sampleOf(schema: JsonSchema, pick: Pick): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  const chosen = alternatives && pick(alternatives)
  if (chosen) return sampleOf(chosen, pick)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, pick))) as unknown
  switch (schema.type) {
    case 'object':
      // An address that is normalised while it is parsed has no format in its schema.
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [
          name,
          name === 'email' ? email : sampleOf(one, pick),
        ]),
      )
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item) => sampleOf(item, pick))
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleOf(schema.items ?? {}, pick))
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return false
    case 'null':
      return null
    case 'string':
      return sampleText(schema)
    default:
      return {}
  }
}

function sampleText({ format, pattern, minLength = 1 }: JsonSchema): string {
  if (format === 'uuid') return id
  if (format === 'email') return email
  if (format === 'date-time') return '2030-01-01T00:00:00Z'
  if (format === 'date') return '2030-01-01'
  if (pattern === undefined) return 'x'.repeat(Math.max(1, minLength))
  const found = patternSamples.find((text) => new RegExp(pattern, 'u').test(text))
  if (found === undefined) throw new Error(`no sample for the pattern ${pattern}`)
  return found
}

const wrongTypes: readonly unknown[] = [null, true, 0, -1, 1e308, 'x', '', [], {}, [[]], { a: { b: 1 } }]
const hostileTexts = [
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  'x'.repeat(5_000),
  '<script>alert(1)</script>',
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
]

/**
 * Returns copies of a value in which one place has another type, a hostile text, is missing or is extra, each with a
 * description. Deterministic.
 */
export function* mutations(value: unknown, path = 'body'): Generator<{ name: string; value: unknown }> {
  for (const wrong of wrongTypes) yield { name: `${path} = ${JSON.stringify(wrong)}`, value: wrong }
  if (typeof value === 'string') {
    for (const text of hostileTexts) yield { name: `${path} = ${JSON.stringify(text).slice(0, 30)}`, value: text }
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const { name, value: changed } of mutations(item, `${path}[${index}]`)) {
        yield { name, value: value.with(index, changed) }
      }
    }
    yield { name: `${path} with 500 items`, value: Array.from({ length: 500 }, () => value[0] as unknown) }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>
      yield { name: `${path} without ${key}`, value: rest }
      for (const { name, value: changed } of mutations(item, `${path}.${key}`)) {
        yield { name, value: { ...value, [key]: changed } }
      }
    }
    yield { name: `${path} with an unknown field`, value: { ...value, unknownField: 1 } }
  }
}

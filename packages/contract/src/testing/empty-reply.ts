import { currency, email, hash, id, isoInstant } from '../shared-schemas.ts'
import { type $ZodType, type $ZodTypes } from 'zod/v4/core'

/** Values of the schemas whose empty text would mean nothing: a screen formats them. */
const values = new Map<$ZodType, () => unknown>([
  [currency, () => 'EUR'],
  [id, () => '0199c1a0-0000-7000-8000-00000000d000'],
  [isoInstant, () => new Date().toISOString()],
  [email, () => 'sample.user@veranda.example'],
  [hash, () => '0'.repeat(64)],
])

/**
 * Returns the smallest reply that a schema describes: no items, null where it may be null, 0, and the first of several
 * words or shapes. A screen that gets it shows its empty state.
 */
export function emptyReplyOf(schema: $ZodType): unknown {
  const value = values.get(schema)
  if (value) return value()
  // Every schema of the contract is one of those that the library lists.
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .map(([key, field]) => [key, emptyReplyOf(field)])
          .filter(([, field]) => field !== undefined),
      )
    case 'array':
      return []
    case 'tuple':
      return def.items.map(emptyReplyOf)
    case 'record':
      return {}
    case 'union':
      return def.options[0] && emptyReplyOf(def.options[0])
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'string':
      return ''
    case 'null':
    case 'nullable':
      return null
    case 'pipe':
      return emptyReplyOf(def.out)
    case 'lazy':
      return emptyReplyOf(def.getter())
    case 'default':
    case 'readonly':
    case 'nonoptional':
      return emptyReplyOf(def.innerType)
    default:
      return undefined
  }
}

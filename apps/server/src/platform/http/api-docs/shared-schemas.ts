import { type OpenApiDocument } from './openapi.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type JsonNode = Extract<Json, object>

/** A reference is hardly shorter than a smaller schema. */
const minSharedBytes = 200

/**
 * Moves schemas that stand in several places of a document into its components, and refers to them. Every
 * reply would otherwise repeat all that it contains, and the document would have 20 MB instead of one. A component has
 * the name of the property or path that it was first found under. Returns a new document.
 */
export function shareSchemas<D extends OpenApiDocument>(document: D): D {
  const equalities = new Equalities()
  // Made of JSON values only.
  const root = document as unknown as JsonNode
  equalities.add(root, '')
  const schemas: Record<string, Json> = {}
  const takenNames = new Set(Object.keys(document.components?.['schemas'] ?? {}))
  const references = new Map<number, string>()
  const write = (value: Json): Json => (isNode(value) ? writeNode(value) : value)
  const writeNode = (node: JsonNode): Json => {
    const { id, uses, bytes, name } = equalities.read(node)
    if (uses < 2 || bytes < minSharedBytes || !isSchema(node)) return mapChildren(node, write)
    const known = references.get(id)
    if (known !== undefined) return { $ref: known }
    const component = freeName(name, takenNames)
    const $ref = `#/components/schemas/${component}`
    references.set(id, $ref)
    schemas[component] = mapChildren(node, write)
    return { $ref }
  }
  const written = mapChildren(root, write) as unknown as D
  return {
    ...written,
    components: { ...written.components, schemas: { ...written.components?.['schemas'], ...schemas } },
  }
}

type Equality = {
  readonly id: number
  readonly name: string
  /** Of all that it contains, about. */
  readonly bytes: number
  uses: number
}

/** Finds which nodes are equal, and in how many different nodes each of them stands. */
class Equalities {
  readonly #byContent = new Map<string, Equality>()
  readonly #byNode = new Map<JsonNode, Equality>()

  add(node: JsonNode, name: string): Equality {
    const children: Equality[] = []
    const content = JSON.stringify(
      mapChildren(node, (child, key) => {
        if (!isNode(child)) return child
        const equality = this.add(child, nameOf(child, key, name))
        children.push(equality)
        return { '#': equality.id }
      }),
    )
    let equality = this.#byContent.get(content)
    if (!equality) {
      const bytes = children.reduce((sum, child) => sum + child.bytes, content.length)
      equality = { id: this.#byContent.size, name, bytes, uses: 0 }
      this.#byContent.set(content, equality)
      for (const child of children) child.uses += 1
    }
    this.#byNode.set(node, equality)
    return equality
  }

  read(node: JsonNode): Equality {
    return this.#byNode.get(node) ?? this.add(node, '')
  }
}

const isNode = (value: Json): value is JsonNode => typeof value === 'object' && value !== null

function mapChildren(node: JsonNode, change: (child: Json, key: string) => Json): Json {
  if (isArray(node)) return node.map((child) => change(child, ''))
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, change(child, key)]))
}

const isArray = (node: JsonNode): node is readonly Json[] => Array.isArray(node)

function isSchema(node: JsonNode): boolean {
  if (isArray(node)) return false
  const { type, anyOf, oneOf, allOf } = node
  return typeof type === 'string' || [anyOf, oneOf, allOf].some((branches) => Array.isArray(branches))
}

/** Returns the name that a part of the document would have as a component: of its property, or of its path. */
function nameOf(child: JsonNode, key: string, inherited: string): string {
  if (key.startsWith('/')) return key.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? ''
  // Words of JSON Schema and OpenAPI, and the property of every list.
  const isProperty = !isArray(child) && ('type' in child || 'anyOf' in child || 'oneOf' in child || 'allOf' in child)
  return isProperty && key !== '' && !/^(?:items|schema|additionalProperties|not)$/.test(key) ? key : inherited
}

/** Returns a name in PascalCase that no component has, and takes it. */
function freeName(name: string, taken: Set<string>): string {
  const words = (name.match(/[a-z\d]+|[A-Z][a-z\d]*/g) ?? ['object']).map(
    (word) => word[0]?.toUpperCase() + word.slice(1),
  )
  const base = words.join('')
  let free = base
  for (let number = 2; taken.has(free); number += 1) free = `${base}${number}`
  taken.add(free)
  return free
}

import { expect, test } from 'vitest'
import { shareSchemas } from './shared-schemas.ts'

const texts = (name: string) => ({ type: 'string', description: `${name} `.repeat(40) })
const creator = { type: 'object', properties: { name: texts('name'), bio: texts('bio') } }
const project = (more: object = {}) => ({
  type: 'object',
  properties: { creator, title: { type: 'string' }, budget: texts('budget'), ...more },
})
const reply = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
const document = {
  paths: {
    '/api/projects': { get: reply({ type: 'object', properties: { items: { type: 'array', items: project() } } }) },
    '/api/projects/{id}': { get: reply(project()), put: reply(project({ maker: creator })) },
  },
  components: { schemas: { Creator: { type: 'null' } }, responses: { Problem: { description: 'Refused' } } },
}

/** Puts each component where it is referred to. */
function expand(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => expand(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return expand(schemas[String(value.$ref).replace('#/components/schemas/', '')], schemas)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, expand(child, schemas)]))
}

test('what stands in several places is one component with a name of its own, and says the same', () => {
  const shared = shareSchemas(document)
  const { schemas }: { schemas: Record<string, unknown> } = shared.components
  expect(Object.keys(schemas)).toEqual(['Creator', 'Creator2', 'Budget', 'Projects'])
  expect(expand(shared.paths, schemas)).toEqual(document.paths)
  expect(shared.components).toMatchObject(document.components)
  expect(JSON.stringify(shared).split('"bio":')).toHaveLength(2)
})

test('what stands once, and what is shorter than a reference, stays where it is', () => {
  const once = { paths: { '/api/projects': { get: reply(project()) } } }
  expect(shareSchemas(once)).toEqual({ ...once, components: { schemas: {} } })
})

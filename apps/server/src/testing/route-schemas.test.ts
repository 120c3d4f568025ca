import { routeSchemas } from '@veranda/contract/testing/route-schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerRoute } from '../platform/http/route.ts'
import { testApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

/** Routes whose own protocol writes the reply, or whose reply is a file. */
const hasJsonReply = ({ handleRaw, options }: ServerRoute) =>
  handleRaw === undefined && options.reply._zod.def.type !== 'unknown'

test('the schemas that web tests take for a route are those that the server parses and serialises with', () => {
  const served = app.app.routes.filter(hasJsonReply)
  const differing = served.filter(({ route, options }) => {
    const schemas = routeSchemas.find((candidate) => candidate.route === route)
    return (['params', 'query', 'body', 'reply'] as const).some((part) => schemas?.[part] !== options[part])
  })
  expect(differing.map(({ route }) => `${route.method} ${route.path}`)).toEqual([])
  expect(routeSchemas.length).toBe(served.length)
})

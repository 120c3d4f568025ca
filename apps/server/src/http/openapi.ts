import { problem } from '@veranda/contract/shapes.ts'
import * as z from 'zod/mini'
import { problemType } from './problem.ts'
import { type ServedRoute } from './serve.ts'
import { type Who } from './who.ts'

/** The parts of an OpenAPI document that are completed here. */
export type Operation = {
  parameters?: object[]
  requestBody?: object
  responses?: Record<string, object>
  security?: object[]
}
export type Document = { paths?: Record<string, Record<string, Operation>>; components?: Record<string, object> }

const [problemMime = ''] = problemType.split(';', 1)
const bytes = { type: 'string', format: 'binary' }

/** What the operations below refer to. */
export const components = {
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From login or POST /accounts/token.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'veranda.session',
      description: 'Set at login. A token is good only beside the cookie of its own session.',
    },
  },
  schemas: { Problem: z.toJSONSchema(problem) },
  responses: {
    Problem: {
      description: 'Refused or failed: a problem document (RFC 9457) whose `code` does not change.',
      content: { [problemMime]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'Made anew for each act; repeated with the same key and body, the first answer comes again.',
    },
  },
}

const both = { token: [], session: [] }
const session = { session: [] }
const security: Readonly<Record<Who['kind'], object[]>> = {
  anyone: [{}, both],
  'signed-in': [both],
  'signed-in-by-cookie': [session, both],
  operator: [both],
  cookie: [{}, session],
  sandbox: [],
  webhook: [],
}

/** Adds to a document made of schemas what only the routes' standing says. Changes and answers the document. */
export function complete<D extends Document>(document: D, routes: readonly ServedRoute[]): D {
  for (const served of routes) {
    const { route, standing } = served
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
    const operation = document.paths?.[path]?.[route.method.toLowerCase()]
    if (!operation) continue
    operation.security = security[standing.who.kind]
    operation.parameters = [
      ...(operation.parameters ?? []),
      ...(standing.idempotency && standing.who.kind !== 'anyone'
        ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
        : []),
    ]
    operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } }
    const types = served.take ? undefined : replyTypes(served)
    if (types) operation.responses[standing.status ?? 200] = { description: 'The bytes.', content: contentOf(types) }
  }
  return document
}

/** The types of an answer that is no JSON: what the route says, or its ending, or no more than that they are bytes. */
function replyTypes({ route, standing }: ServedRoute): readonly string[] | undefined {
  if (standing.replyTypes) return standing.replyTypes
  if (standing.reply._zod.def.type !== 'unknown') return undefined
  return [route.path.endsWith('.ics') ? 'text/calendar' : 'application/octet-stream']
}

function contentOf(types: readonly string[]): object {
  return Object.fromEntries(types.map((type) => [type, { schema: bytes }]))
}

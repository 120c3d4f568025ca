import { problem } from '@veranda/contract/shared-schemas.ts'
import * as z from 'zod/mini'
import { problemContentType } from '../problem.ts'
import { type ServerRoute } from '../route.ts'
import { type AccessRule } from '../route-access.ts'

/** The parts of an OpenAPI document that are completed here. */
export type Operation = {
  parameters?: object[]
  requestBody?: object
  responses?: Record<string, object>
  security?: object[]
}
export type OpenApiDocument = { paths?: Record<string, Record<string, Operation>>; components?: Record<string, object> }

const [problemMediaType = ''] = problemContentType.split(';', 1)
const binarySchema = { type: 'string', format: 'binary' }

/** The components that the operations refer to. */
export const openApiComponents = {
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From login or POST /accounts/token.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'veranda.session',
      description: 'Set at login. A token is valid only together with the cookie of its own session.',
    },
  },
  schemas: { Problem: z.toJSONSchema(problem) },
  responses: {
    Problem: {
      description: 'Refused or failed: a problem document (RFC 9457) with a stable `code`.',
      content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'New for each action. A call repeated with the same key and body gets the first reply again.',
    },
  },
}

const tokenAndSession = { token: [], session: [] }
const sessionOnly = { session: [] }
const securityByAccess: Readonly<Record<AccessRule['kind'], object[]>> = {
  anyone: [{}, tokenAndSession],
  'signed-in': [tokenAndSession],
  'signed-in-by-cookie': [sessionOnly, tokenAndSession],
  admin: [tokenAndSession],
  cookie: [{}, sessionOnly],
  webhook: [],
}

/** Completes a document made of schemas with what only the routes' options know. Modifies and returns the document. */
export function completeOpenApi<D extends OpenApiDocument>(document: D, routes: readonly ServerRoute[]): D {
  for (const serverRoute of routes) {
    const { route, options } = serverRoute
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
    const operation = document.paths?.[path]?.[route.method.toLowerCase()]
    if (!operation) continue
    operation.security = securityByAccess[options.access.kind]
    operation.parameters = [
      ...(operation.parameters ?? []),
      ...(options.idempotency && options.access.kind !== 'anyone'
        ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
        : []),
    ]
    operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } }
    const types = serverRoute.handleRaw ? undefined : replyMediaTypesOf(serverRoute)
    if (types)
      operation.responses[options.status ?? 200] = { description: 'The bytes.', content: contentByMediaType(types) }
  }
  return document
}

/** Returns whether a route replies with JSON, not with bytes or in a protocol of its own. */
export function sendsJson(serverRoute: ServerRoute): boolean {
  return !serverRoute.handleRaw && replyMediaTypesOf(serverRoute) === undefined
}

/** Returns the media types of a reply that is not JSON: those of the route, else by its ending, else plain bytes. */
function replyMediaTypesOf({ route, options }: ServerRoute): readonly string[] | undefined {
  if (options.replyMediaTypes) return options.replyMediaTypes
  if (options.reply._zod.def.type !== 'unknown') return undefined
  return [route.path.endsWith('.ics') ? 'text/calendar' : 'application/octet-stream']
}

function contentByMediaType(types: readonly string[]): object {
  return Object.fromEntries(types.map((type) => [type, { schema: binarySchema }]))
}

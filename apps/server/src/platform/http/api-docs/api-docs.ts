import swagger from '@fastify/swagger'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { randomBytes } from 'node:crypto'
import { type Env } from '../../../env.ts'
import { type Authenticator } from '../../access/authentication.ts'
import { completeOpenApi, openApiComponents, type OpenApiDocument } from './openapi.ts'
import { shareSchemas } from './shared-schemas.ts'
import { cspReportPath } from '../browser-policy/security-headers.ts'
import { makeProblem, problemContentType } from '../problem.ts'
import { readRequestInfo } from '../request-info.ts'
import { type ServerRoute } from '../route.ts'

/** Describes the routes that are registered from now on. Returns a function that returns the OpenAPI 3.1 document. */
export async function generateOpenApi(
  app: FastifyInstance,
  env: Env,
  routes: readonly ServerRoute[],
): Promise<() => OpenApiDocument> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Veranda', version: env.version, description: 'Every route says who may call it.' },
      servers: [{ url: env.publicUrl ?? '/' }],
    },
    transform: jsonSchemaTransform,
  })
  let document: OpenApiDocument | undefined
  return () => {
    if (document) return document
    // The plugin's OpenAPI types are wider than the parts completed here.
    const generated = app.swagger() as OpenApiDocument
    const components = { ...generated.components, ...openApiComponents }
    document = shareSchemas(completeOpenApi({ ...generated, components }, routes))
    return document
  }
}

type ApiDocsOptions = {
  readonly openApiDocument: () => OpenApiDocument
  readonly env: Env
  readonly authenticator: Authenticator
}

/**
 * Serves the OpenAPI document at /api/openapi.json and a page for it at /api/docs. In production both are for admins
 * alone, who are known by their cookie, because a browser opens a page without a token.
 */
export function addApiDocs(app: FastifyInstance, { openApiDocument, env, authenticator }: ApiDocsOptions): void {
  const preHandler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (env.mode === 'sandbox') return undefined
    const { cookieToken, language, id } = readRequestInfo(request, env)
    const actor = await authenticator.authenticateCookie(cookieToken)
    if (actor?.isAdmin) return undefined
    return reply
      .code(404)
      .type(problemContentType)
      .send(makeProblem(404, 'request.unknown-route', id, language))
  }
  const hidden = { schema: { hide: true } as object, preHandler }
  let text: string | undefined
  app.get('/api/openapi.json', hidden, async (_, reply) => {
    text ??= JSON.stringify(openApiDocument())
    return reply.type('application/json').send(text)
  })
  app.get('/api/docs', hidden, async (_, reply) => {
    const nonce = randomBytes(18).toString('base64url')
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      `report-uri ${cspReportPath}`,
    ].join('; ')
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(renderApiDocs(nonce))
  })
}

/**
 * Renders the page at /api/docs, which reads the OpenAPI document and lists every route. Uses plain DOM calls to comply
 * with its CSP.
 */
export function renderApiDocs(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Veranda API</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-inline-size: 64rem; margin-inline: auto; padding: 2rem 1rem; }
details { border-block-start: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding-block: .5rem; }
summary { cursor: pointer; font-family: ui-monospace, monospace; }
summary b { display: inline-block; min-inline-size: 4.5rem; }
pre { overflow: auto; font-size: .8125rem; padding: .75rem; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: .375rem; }
</style>
</head>
<body>
<h1>Veranda API</h1>
<p>Made from the same schemas that check every call. The document itself is <a href="/api/openapi.json">openapi.json</a>.</p>
<main id="routes" aria-busy="true"></main>
<script nonce="${nonce}">
const main = document.getElementById('routes')
const make = (tag, text) => { const e = document.createElement(tag); if (text) e.textContent = text; return e }
fetch('/api/openapi.json').then((r) => r.json()).then((api) => {
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, route] of Object.entries(methods)) {
      const details = make('details')
      const summary = make('summary')
      summary.append(make('b', method.toUpperCase()), path)
      details.append(summary, make('p', route.description || ''))
      for (const [title, part] of [['Parameters', route.parameters], ['Body', route.requestBody], ['Replies', route.responses]]) {
        if (part) details.append(make('h3', title), make('pre', JSON.stringify(part, null, 2)))
      }
      main.append(details)
    }
  }
}).catch(() => main.append(make('p', 'The document could not be loaded.'))).finally(() => main.removeAttribute('aria-busy'))
</script>
</body>
</html>`
}

import swagger from '@fastify/swagger'
import { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { randomBytes } from 'node:crypto'
import { type Env } from '../env.ts'
import { docsPage } from './docs-page.ts'
import { complete, components, type Document } from './openapi.ts'
import { type ServedRoute } from './serve.ts'

/** OpenAPI 3.1 of every route at /api/openapi.json and a page of our own that shows it at /api/docs. */
export async function addDocs(app: FastifyInstance, env: Env, routes: readonly ServedRoute[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Veranda', version: env.version, description: 'Every route says who may call it.' },
      servers: [{ url: env.publicUrl ?? '/' }],
    },
    transform: jsonSchemaTransform,
  })
  let document: Document | undefined
  const whole = () => {
    // The plugin's own types of OpenAPI are wider than the parts that are completed.
    const made = app.swagger() as Document
    document ??= complete({ ...made, components: { ...made.components, ...components } }, routes)
    return document
  }
  const hidden = { schema: { hide: true } as object }
  app.get('/api/openapi.json', hidden, async (_, reply) => reply.type('application/json').send(JSON.stringify(whole())))
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
    ].join('; ')
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(docsPage(nonce))
  })
}

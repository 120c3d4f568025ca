import { AsyncLocalStorage } from 'node:async_hooks'
import * as routes from '@veranda/contract/assets/routes.ts'
import { isUuid } from '@veranda/core/ids.ts'
import { refuse } from '@veranda/core/result.ts'
import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import { Server } from '@tus/server'
import { type Deps } from '../../deps.ts'
import { makeProblem, toProblem, problemContentType } from '../../http/problem.ts'
import {
  serveRaw,
  type RequestInfo,
  type ServerRoute,
  type RawRouteContext,
  type RawOutcome,
} from '../../http/route.ts'
import { signedInByCookie } from '../../http/route-access.ts'
import { type Actor } from '../../access/actor.ts'
import { beginUpload, parseUploadHeaders } from './begin-upload.ts'
import { cancelUpload } from './cancel-upload.ts'
import { checkTusHeaders } from './check-tus-headers.ts'
import { finishUpload } from './finish-upload.ts'
import { recordUploadActivity } from './record-upload-activity.ts'

const notFound = () => refuse('upload.not-found', 'not-found')
/** Request data that the tus handlers need: the request info, and the id given to a new upload. */
const uploadContext = new AsyncLocalStorage<{ info: RequestInfo; id: string }>()

/** Routes of resumable uploads by the tus protocol; each upload belongs to the user who began it. */
export function uploadRoutes(): ServerRoute[] {
  const servers = new WeakMap<Deps, Promise<Server>>()
  const serverOf = (deps: Deps) => {
    const server = servers.get(deps) ?? makeTusServer(deps)
    servers.set(deps, server)
    return server
  }
  return [
    serveRaw(
      routes.beginUpload,
      {
        access: signedInByCookie,
        rateLimit: { per: 'account', max: 300, windowMs: 10 * minute },
        description:
          'tus 1.0.0: creation. Metadata: filename, purpose (chat, project, profile, image), sha256 if known.',
      },
      async (ctx) => {
        const wrong = checkTusHeaders(ctx.request)
        if (wrong) return wrong
        const { headers } = ctx.request
        const begun = await beginUpload(
          ctx.deps,
          ctx.actor.id,
          parseUploadHeaders(headers['upload-length'], headers['upload-metadata']),
        )
        if (!begun.ok) return begun.refusal.code === 'upload.too-large' ? { ...begun, status: 413 } : begun
        const server = await serverOf(ctx.deps)
        // The row has them; the library would check their form again.
        delete ctx.request.raw.headers['upload-metadata']
        const status = await forwardToTus(ctx, server, begun.value)
        if (status >= 400) await cancelUpload(ctx.deps, ctx.actor.id, begun.value)
        return undefined
      },
    ),
    serveRaw(
      routes.readUpload,
      { access: signedInByCookie, description: 'tus 1.0.0: how far an upload has come.' },
      async (ctx) => {
        const ownUpload = await findOwnUpload(ctx)
        if (!ownUpload) return notFound()
        const { deps, reply } = ctx
        if (ownUpload.state === 'uploading' && (await isComplete(deps, ownUpload.id))) {
          const finished = await finishUpload(deps, ownUpload.id)
          // 423 Locked tells tus clients to retry shortly.
          if (!finished.ok) return finished.refusal.kind === 'unavailable' ? { ...finished, status: 423 } : notFound()
        } else if (ownUpload.state === 'uploading')
          return checkTusHeaders(ctx.request) ?? respondWithTus(ctx, await serverOf(deps), ownUpload.id)
        reply.code(200).headers({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' })
        reply.headers({ 'upload-offset': String(ownUpload.bytes), 'upload-length': String(ownUpload.bytes) })
        await reply.send()
        return undefined
      },
    ),
    serveRaw(
      routes.continueUpload,
      {
        access: signedInByCookie,
        rateLimit: { per: 'account', max: 3_000, windowMs: 10 * minute },
        description: 'tus 1.0.0: the next bytes of an upload.',
      },
      async (ctx) => {
        const ownUpload = await findOwnUpload(ctx)
        if (!ownUpload) return notFound()
        if (ownUpload.state !== 'uploading') return refuse('upload.already-complete', 'conflict')
        const wrong = checkTusHeaders(ctx.request)
        if (wrong) return wrong
        const server = await serverOf(ctx.deps)
        return recordUploadActivity(ctx.deps, ownUpload, () => respondWithTus(ctx, server, ownUpload.id))
      },
    ),
    serveRaw(routes.cancelUpload, { access: signedInByCookie, description: 'tus 1.0.0: termination.' }, async (ctx) => {
      const ownUpload = await findOwnUpload(ctx)
      if (!ownUpload) return notFound()
      if (!(await cancelUpload(ctx.deps, ctx.actor.id, ownUpload.id)))
        return refuse('upload.already-complete', 'conflict')
      await ctx.reply.code(204).header('tus-resumable', '1.0.0').send()
      return undefined
    }),
  ]
}

async function makeTusServer(deps: Deps): Promise<Server> {
  return new Server({
    path: '/api/uploads',
    datastore: await deps.gateways.uploads.tus(),
    relativeLocation: true,
    maxSize: uploadLimits.videoBytes,
    allowedOrigins: [],
    onResponseError: (_request, error) => {
      // The tus server would reply with plain text, and with 500 to what it cannot do now.
      throw error
    },
    namingFunction: () => uploadContext.getStore()?.id ?? '',
    // The authorized upload, whatever else the URL contains.
    getFileIdFromRequest: () => uploadContext.getStore()?.id,
    onUploadFinish: async (_request, { id }) => {
      const finished = await finishUpload(deps, id)
      const info = uploadContext.getStore()?.info
      if (finished.ok || !info) return {}
      const problem = toProblem(finished.refusal, info.id, info.language)
      return {
        status_code: problem.status,
        headers: { 'content-type': problemContentType },
        body: JSON.stringify(problem),
      }
    },
  })
}

const tusRefusalCodes: Readonly<Record<number, string>> = {
  404: 'upload.not-found',
  409: 'upload.other-offset',
  410: 'upload.not-found',
}

type UploadCtx = RawRouteContext<Actor>

async function respondWithTus(ctx: UploadCtx, server: Server, id: string): Promise<RawOutcome> {
  await forwardToTus(ctx, server, id)
  return undefined
}

/** The status with which tus refuses a request; undefined for what is no refusal. */
function tusRefusalStatus(error: unknown): number | undefined {
  // What tus throws is an object of `ERRORS`; the causes of failed writes are hidden in one of them.
  const status = typeof error === 'object' && error !== null && 'status_code' in error ? error.status_code : undefined
  return typeof status === 'number' && status < 500 ? status : undefined
}

/**
 * Forwards the raw request to the tus server, with the headers already set on the reply. What it refuses is a problem of
 * its status. When it cannot do its part now, as on a full disk, the upload stays as it is and the reply is 503, after
 * which clients retry. Returns the status.
 */
async function forwardToTus({ request, reply, info, deps }: UploadCtx, server: Server, id: string): Promise<number> {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  try {
    await uploadContext.run({ info, id }, () => server.handle(request.raw, raw))
  } catch (error) {
    if (raw.headersSent) throw error
    const refused = tusRefusalStatus(error)
    if (refused !== undefined) {
      const problem = makeProblem(refused, tusRefusalCodes[refused] ?? 'upload.refused', info.id, info.language)
      raw
        .writeHead(refused, { 'content-type': problemContentType, 'tus-resumable': '1.0.0' })
        .end(JSON.stringify(problem))
      return refused
    }
    deps.log.error({ err: error, reqId: info.id, uploadId: id }, 'service unavailable')
    const problem = makeProblem(503, 'server.unavailable', info.id, info.language)
    raw.writeHead(503, { 'content-type': problemContentType, 'retry-after': '2' }).end(JSON.stringify(problem))
  }
  return raw.statusCode
}

type OwnUpload = { id: string; state: string; bytes: number; updated_at: Instant }

/** Finds the user's own upload, also after it has become an asset or a stored image. */
async function findOwnUpload({ deps: { db }, actor, params }: UploadCtx): Promise<OwnUpload | undefined> {
  const id = params['id'] ?? ''
  if (!isUuid(id)) return undefined
  const asset = await db
    .selectFrom('assets')
    .select(['id', 'state', 'bytes', 'updated_at'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  if (asset) return asset
  const image = await db
    .selectFrom('stored_files')
    .select(['id', 'bytes', 'created_at as updated_at'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  return image && { ...image, state: 'ready' }
}

/**
 * Returns whether all bytes are stored, which the server misses when the connection or the process ends at that moment.
 */
async function isComplete(deps: Deps, id: string): Promise<boolean> {
  const store = await deps.gateways.uploads.tus()
  const upload = await store.getUpload(id).catch(() => undefined)
  return upload?.size !== undefined && upload.offset === upload.size
}

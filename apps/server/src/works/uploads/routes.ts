import { AsyncLocalStorage } from 'node:async_hooks'
import * as routes from '@veranda/contract/works/routes.ts'
import { refuse } from '@veranda/core/result.ts'
import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { uploadLimits } from '@veranda/core/works/upload-rules.ts'
import { Server } from '@tus/server'
import { type Deps } from '../../deps.ts'
import { problemOf, problemType } from '../../http/problem.ts'
import { take, type RequestInfo, type ServedRoute, type TakeCtx, type Taken } from '../../http/serve.ts'
import { signedInByCookie } from '../../http/who.ts'
import { type Actor } from '../../access/actor.ts'
import { beginUpload, readWanted } from './begin-upload.ts'
import { cancelUpload } from './cancel-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { notingBytes } from './note-bytes.ts'

const absent = () => refuse('upload.not-found', 'not-found')
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** What the protocol's own answer has to know of our request: who reads it, and the id that we gave a new upload. */
const asked = new AsyncLocalStorage<{ info: RequestInfo; id: string }>()

/** Resumable uploads by the tus protocol; every one belongs to the person who began it. */
export function uploadRoutes(): ServedRoute[] {
  const servers = new WeakMap<Deps, Promise<Server>>()
  const serverOf = (deps: Deps) => {
    const known = servers.get(deps) ?? makeServer(deps)
    servers.set(deps, known)
    return known
  }
  return [
    take(
      routes.beginUpload,
      {
        who: signedInByCookie,
        limit: { per: 'account', max: 300, window: 10 * minute },
        description:
          'tus 1.0.0: creation. Metadata: filename, purpose (chat, project, profile, picture), sha256 if known.',
      },
      async (ctx) => {
        const { headers } = ctx.request
        const begun = await beginUpload(
          ctx.deps,
          ctx.actor.id,
          readWanted(headers['upload-length'], headers['upload-metadata']),
        )
        if (!begun.ok) return begun.refusal.code === 'upload.too-large' ? { ...begun, status: 413 } : begun
        const server = await serverOf(ctx.deps)
        const status = await answer(ctx, server, begun.value)
        if (status >= 400) await cancelUpload(ctx.deps, ctx.actor.id, begun.value)
        return undefined
      },
    ),
    take(
      routes.readUpload,
      { who: signedInByCookie, description: 'tus 1.0.0: how far an upload has come.' },
      async (ctx) => {
        const own = await findOwn(ctx)
        if (!own) return absent()
        const { deps, reply } = ctx
        if (own.state === 'uploading' && (await isWhole(deps, own.id))) {
          const finished = await finishUpload(deps, own.id)
          // Locked is what the protocol calls something to be asked for again a little later.
          if (!finished.ok) return finished.refusal.kind === 'unavailable' ? { ...finished, status: 423 } : absent()
        } else if (own.state === 'uploading') return answered(ctx, await serverOf(deps), own.id)
        reply.code(200).headers({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' })
        reply.headers({ 'upload-offset': String(own.bytes), 'upload-length': String(own.bytes) })
        await reply.send()
        return undefined
      },
    ),
    take(
      routes.continueUpload,
      {
        who: signedInByCookie,
        limit: { per: 'account', max: 3_000, window: 10 * minute },
        description: 'tus 1.0.0: the next bytes of an upload.',
      },
      async (ctx) => {
        const own = await findOwn(ctx)
        if (!own) return absent()
        if (own.state !== 'uploading') return refuse('upload.finished', 'conflict')
        const server = await serverOf(ctx.deps)
        return notingBytes(ctx.deps, own, () => answered(ctx, server, own.id))
      },
    ),
    take(routes.cancelUpload, { who: signedInByCookie, description: 'tus 1.0.0: termination.' }, async (ctx) => {
      const own = await findOwn(ctx)
      if (!own) return absent()
      if (!(await cancelUpload(ctx.deps, ctx.actor.id, own.id))) return refuse('upload.finished', 'conflict')
      await ctx.reply.code(204).header('tus-resumable', '1.0.0').send()
      return undefined
    }),
  ]
}

async function makeServer(deps: Deps): Promise<Server> {
  return new Server({
    path: '/api/uploads',
    datastore: await deps.gateways.uploads.tus(),
    relativeLocation: true,
    maxSize: uploadLimits.videoBytes,
    allowedOrigins: [],
    namingFunction: () => asked.getStore()?.id ?? '',
    // The upload whose owner was asked for, whatever else stands in the address.
    getFileIdFromRequest: () => asked.getStore()?.id,
    onUploadFinish: async (_request, { id }) => {
      const finished = await finishUpload(deps, id)
      const info = asked.getStore()?.info
      if (finished.ok || !info) return {}
      const problem = problemOf(finished.refusal, info.id, info.language)
      return { status_code: problem.status, headers: { 'content-type': problemType }, body: JSON.stringify(problem) }
    },
  })
}

type Ctx = TakeCtx<Actor>

async function answered(ctx: Ctx, server: Server, id: string): Promise<Taken> {
  await answer(ctx, server, id)
  return undefined
}

/** Hands the bare request over. Headers that we already gave the answer go along. */
async function answer({ request, reply, info }: Ctx, server: Server, id: string): Promise<number> {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.setHeader('x-content-type-options', 'nosniff')
  raw.setHeader('x-request-id', info.id)
  await asked.run({ info, id }, () => server.handle(request.raw, raw))
  return raw.statusCode
}

type Own = { id: string; state: string; bytes: number; updated_at: Instant }

/** One's own upload, also when it is a work or a stored picture by now. */
async function findOwn({ deps: { db }, actor, params }: Ctx): Promise<Own | undefined> {
  const id = params['id'] ?? ''
  if (!uuid.test(id)) return undefined
  const work = await db
    .selectFrom('works')
    .select(['id', 'state', 'bytes', 'updated_at'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  if (work) return work
  const picture = await db
    .selectFrom('files')
    .select(['id', 'bytes', 'created_at as updated_at'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  return picture && { ...picture, state: 'ready' }
}

/** The last byte may have come without us noticing: the connection or we ourselves ended at that moment. */
async function isWhole(deps: Deps, id: string): Promise<boolean> {
  const store = await deps.gateways.uploads.tus()
  const upload = await store.getUpload(id).catch(() => undefined)
  return upload?.size !== undefined && upload.offset === upload.size
}

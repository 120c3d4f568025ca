import { AsyncLocalStorage } from 'node:async_hooks'
import * as routes from '@veranda/contract/works/routes.ts'
import { refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { uploadLimits } from '@veranda/core/works/upload-rules.ts'
import { Server } from '@tus/server'
import { type Deps } from '../../deps.ts'
import { take, type ServedRoute, type TakeCtx, type Taken } from '../../http/serve.ts'
import { signedInByCookie } from '../../http/who.ts'
import { type Actor } from '../../access/actor.ts'
import { beginUpload, readWanted } from './begin-upload.ts'
import { cancelUpload } from './cancel-upload.ts'
import { finishUpload } from './finish-upload.ts'

const absent = () => refuse('upload.not-found', 'not-found')
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The id that we gave a new upload, for the protocol to call it by. */
const newId = new AsyncLocalStorage<string>()

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
        description: 'tus 1.0.0: creation. Metadata: filename, purpose (chat, project, profile), sha256 if known.',
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
        const status = await newId.run(begun.value, () => answer(ctx, server))
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
        if (own.state === 'uploading' && (await isWhole(deps, own.id))) await finishUpload(deps, own.id)
        else if (own.state === 'uploading') return answered(ctx, await serverOf(deps))
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
        return answered(ctx, await serverOf(ctx.deps))
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
    namingFunction: () => newId.getStore() ?? '',
    onUploadFinish: async (_request, { id }) => {
      await finishUpload(deps, id)
      return {}
    },
  })
}

type Ctx = TakeCtx<Actor>

async function answered(ctx: Ctx, server: Server): Promise<Taken> {
  await answer(ctx, server)
  return undefined
}

/** Hands the bare request over. Headers that we already gave the answer go along. */
async function answer({ request, reply, info }: Ctx, server: Server): Promise<number> {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.setHeader('x-content-type-options', 'nosniff')
  raw.setHeader('x-request-id', info.id)
  await server.handle(request.raw, raw)
  return raw.statusCode
}

async function findOwn({
  deps,
  actor,
  params,
}: Ctx): Promise<{ id: string; state: string; bytes: number } | undefined> {
  const id = params['id'] ?? ''
  if (!uuid.test(id)) return undefined
  return deps.db
    .selectFrom('works')
    .select(['id', 'state', 'bytes'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
}

/** The last byte may have come without us noticing: the connection or we ourselves ended at that moment. */
async function isWhole(deps: Deps, id: string): Promise<boolean> {
  const store = await deps.gateways.uploads.tus()
  const upload = await store.getUpload(id).catch(() => undefined)
  return upload?.size !== undefined && upload.offset === upload.size
}
